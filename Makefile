# Build, test and install okit. Every target installs missing Debian packages.
#
#   make demo      build okit and run its main job on the Bookshop example, then its migrations
#   make test      build and run the tests
#   make torture   run the tests with the whole campaigns, of which make test runs samples
#   make fuzz      run each fuzzer of Tests/Fuzzing for SECONDS seconds (default 60)
#   make scale     back up to S3 on Ceph's gateway, while okit and the gateway are killed
#   make sanitize  run the tests with the address sanitizer, then with the thread sanitizer
#   make coverage  run the tests, and print how much of each module they run
#   make release   build the binary, everything but libc and libzstd linked statically
#   make install   install it and okit-cron below PREFIX (default /usr/local)
#   make deb       make a Debian package in .build and check it with lintian
#   make generate  write man/ and completions/ from the commands' declarations
#   make lint      check the format of the sources
#   make check-modules   compare the modules drawn in CONTRIBUTING.md with Package.swift, and look for circles of folders
#   make session   run the commands shown in README.md and docs/, and record their output
#   make documentation   check that every public declaration is documented, and write the documentation to .build/documentation
#   make format    format the sources

PREFIX ?= /usr/local
DESTDIR ?=
SECONDS ?= 60
BUILD := .build
STATIC := $(BUILD)/static
RELEASE := $(BUILD)/release-static
OKIT := $(RELEASE)/release/okit

# Debian packages: to build, and to test beside other tools.
BUILD_PACKAGES := libarchive-dev libssl-dev pkg-config libacl1-dev libattr1-dev libbz2-dev liblz4-dev liblzma-dev \
  libzstd-dev libsqlite3-dev libcurl4-openssl-dev libmicrohttpd-dev nettle-dev zlib1g-dev
TEST_PACKAGES := age p7zip-full libarchive-tools openssl jq zstd zip gzip bzip2 xz-utils python3 python3-jsonschema expect ed vim nano \
  attr acl strace util-linux time diffutils graphviz file make restic cron systemd shellcheck bash zsh fish mandoc man-db less libedit2 libicu72 libxml2 \
  libcurl4 libmicrohttpd12 curl nginx-light rclone openssh-server netcat-openbsd
SCALE_PACKAGES := python3 restic util-linux radosgw ceph-mon ceph-osd ceph-common
PACKAGING_PACKAGES := dpkg-dev binutils lintian

SWIFT_TEST_FLAGS := -c release -Xswiftc -enable-testing
SOURCES := Package.swift Sources Tests Examples/Library/Package.swift Examples/Library/Sources \
  Examples/http/store/Package.swift Examples/http/store/Sources

# Where zsh of Debian looks for functions.
ZSH_FOLDER := $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)

EXAMPLES := $(DESTDIR)$(PREFIX)/share/doc/okit/examples

.PHONY: all demo test torture fuzz scale sanitize coverage release install deb generate check-generated check-modules lint format session documentation build-packages \
  test-packages clean
.DELETE_ON_ERROR:

all: release

build-packages:
	@Scripts/need-packages $(BUILD_PACKAGES)

test-packages: build-packages
	@Scripts/need-packages $(TEST_PACKAGES) $(PACKAGING_PACKAGES)

# SwiftPM asks pkg-config how to link. PKG_CONFIG_PATH points it to a folder of static libraries only. This needs its own build folder,
# because SwiftPM does not notice that the answers changed. Sources/CNettle explains the wrapped functions.
#
# With each function in its own section, the linker drops unused functions and merges identical ones. The binary exports no symbols, because
# nothing loads it as a library, and its 50,000 relative relocations are packed: both save time at each start.
release: build-packages
	@Scripts/static-libraries $(STATIC)
	PKG_CONFIG_PATH=$(CURDIR)/$(STATIC) swift build -c release --product okit --static-swift-stdlib -Xlinker -s \
	  -Xcc -DOKIT_WRAPS_NETTLE -Xlinker --wrap=nettle_aes256_set_encrypt_key -Xlinker --wrap=__archive_cryptor \
	  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xswiftc -use-ld=lld -Xlinker --icf=all \
	  -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
	  -Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker $(CURDIR)/Scripts/release.ld \
	  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc --disable-local-rpath --scratch-path $(RELEASE)
	@Scripts/check-release $(OKIT)

demo: release
	@Scripts/need-packages age openssl jq p7zip-full
	Examples/Bookshop/demo $(CURDIR)/$(OKIT)
	Examples/Bookshop/migrate $(CURDIR)/$(OKIT)

# The tests start the binary that is released, thousands of times.
test: test-packages release
	swift build $(SWIFT_TEST_FLAGS) --build-tests
	OKIT_BINARY=$(CURDIR)/$(OKIT) Scripts/run-tests "$$(swift build $(SWIFT_TEST_FLAGS) --show-bin-path)"
	Scripts/check-example
	Scripts/check-http-example $(CURDIR)/$(OKIT)

# The figures of each campaign are the lines that begin with "campaign:".
torture: test-packages release
	swift build $(SWIFT_TEST_FLAGS) --build-tests
	OKIT_TORTURE=1 OKIT_BINARY=$(CURDIR)/$(OKIT) Scripts/run-tests "$$(swift build $(SWIFT_TEST_FLAGS) --show-bin-path)"

fuzz: build-packages
	@Scripts/fuzz $(SECONDS)

scale: release
	@Scripts/need-packages $(SCALE_PACKAGES)
	Scripts/scale $(CURDIR)/$(OKIT)

sanitize: test-packages
	@Scripts/sanitize address
	@Scripts/sanitize thread

coverage: test-packages
	@Scripts/coverage

install:
	@test -x $(OKIT) || { echo "run 'make release' first" >&2; exit 1; }
	install -D -m 755 $(OKIT) $(DESTDIR)$(PREFIX)/bin/okit
	install -D -m 755 Examples/cron/okit-cron $(DESTDIR)$(PREFIX)/bin/okit-cron
	install -D -m 644 completions/okit.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/okit
	install -D -m 644 completions/_okit $(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FOLDER)/_okit
	install -D -m 644 completions/okit.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/okit.fish
	for page in man/* Examples/cron/okit-cron.1; do \
	  install -D -m 644 $$page $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/} || exit 1; \
	done
	install -D -m 644 -t $(EXAMPLES)/cron Examples/cron/crontab
	install -D -m 644 -t $(EXAMPLES)/systemd Examples/systemd/*
	sed -i 's|=/usr/local/bin/okit-cron|=$(PREFIX)/bin/okit-cron|' $(EXAMPLES)/systemd/okit-cron@.service
	sed -i 's|=/usr/local/bin/okit |=$(PREFIX)/bin/okit |' $(EXAMPLES)/systemd/okit-serve.service
	install -D -m 755 -t $(EXAMPLES)/scripts Examples/scripts/*
	install -D -m 755 -t $(EXAMPLES)/http Examples/http/edit-remote
	install -D -m 644 -t $(EXAMPLES)/http/store Examples/http/store/Package.swift
	install -D -m 644 -t $(EXAMPLES)/http/store/Sources/store Examples/http/store/Sources/store/*

deb: release
	@Scripts/need-packages $(PACKAGING_PACKAGES)
	package=$$(Scripts/make-deb $(OKIT) $(BUILD)) && lintian --fail-on error,warning "$$package"

generate: build-packages
	swift build --product okit
	Scripts/generate $(BUILD)/debug/okit .

check-generated: release
	Scripts/check-generated $(OKIT)

# The package must match the drawing in CONTRIBUTING.md.
check-modules:
	@Scripts/need-packages python3
	Scripts/check-modules
	Scripts/check-folders

lint:
	swift format lint --strict --recursive $(SOURCES)

format:
	swift format --in-place --recursive $(SOURCES)

session: release
	@Scripts/need-packages age p7zip-full openssl jq zstd graphviz python3 curl libmicrohttpd12
	Scripts/record-session $(OKIT)

documentation: build-packages
	@Scripts/need-packages python3
	swift build $(SWIFT_TEST_FLAGS) --target OKitData
	Scripts/check-documentation "$$(swift build $(SWIFT_TEST_FLAGS) --show-bin-path)" $(BUILD)/documentation

clean:
	rm -rf $(BUILD)

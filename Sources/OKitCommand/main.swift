print("okit")

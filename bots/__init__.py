"""bots"""

if __name__ != "medina_arena.bots":
    raise ImportError("import medina_arena.bots: the folder bots/ is not a package of its own")

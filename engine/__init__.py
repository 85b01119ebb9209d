"""engine"""

if __name__ != "medina_arena.engine":
    raise ImportError("import medina_arena.engine: the folder engine/ is not a package of its own")

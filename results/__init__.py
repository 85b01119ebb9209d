"""results"""

if __name__ != "medina_arena.results":
    raise ImportError("import medina_arena.results: the folder results/ is not a package of its own")

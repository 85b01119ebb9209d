"""tournament"""

if __name__ != "medina_arena.tournament":
    raise ImportError("import medina_arena.tournament: the folder tournament/ is not a package of its own")

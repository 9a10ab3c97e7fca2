# Multi-source: a sparse pull's next candidates are the vertices that gained bits alone.
# only multi_near_256_32
s/mark_around<T>\(graph, staged, arrays\.next_marked, turn\.vertex, gains_bits, out\);/mark_around<T>(graph, staged, arrays.next_marked, turn.vertex, gains_bits, EdgeRange{});/

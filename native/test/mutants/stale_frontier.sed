# Eager: the frontier that becomes the next one is not cleared.
# only bfs_eager
/word < bitmap_words\(arguments\.graph\.vertex_count\); word \+= thread_count\(\)/{
n
s/store\(frontier, word, 0u\);//
}

# Which searches go on is read before all are asked.
# only multi_wide_256_32
# with --schedules 2000
/store\(kept_words\(state, at\.level\), word, live/{
n
n
s/synchronise\(state\);//
}

# Adaptive: a tensor level expands the slice sets of the tensor level before it.
s/at\.sliced = kNotSliced;//

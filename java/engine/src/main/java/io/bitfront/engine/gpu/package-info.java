/// The GPU engine: a prepared graph in device memory and persistent kernels over it. The argument structs of the
/// kernels are laid out in `native/include/bitfront/abi.cuh`; [io.bitfront.engine.device.ArgumentBlock] fills them in.
package io.bitfront.engine.gpu;

/// The GPU engine: a prepared graph in device memory and persistent kernels over it. What the
/// kernels are told is filled in by name, through [io.bitfront.engine.gpu.abi].
package io.bitfront.engine.gpu;

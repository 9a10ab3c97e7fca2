/// What kernels are told and what they write, as `native/include/bitfront` declares it: a class per struct.
/// The only place in Java where an offset stands.
package io.bitfront.engine.gpu.abi;

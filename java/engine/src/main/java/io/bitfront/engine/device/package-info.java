/// The only place where Java meets CUDA: driver, context, memory, modules, launches, events (through JCuda).
package io.bitfront.engine.device;

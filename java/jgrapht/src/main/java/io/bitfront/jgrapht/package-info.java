/// Scores and shortest paths of JGraphT's graphs, computed by bitfront. Start from [PreparedGraph].
package io.bitfront.jgrapht;

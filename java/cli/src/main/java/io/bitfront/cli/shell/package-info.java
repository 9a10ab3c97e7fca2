/// What a shell wants of the command line, from its model: manual pages, and completions for bash, zsh and fish.
package io.bitfront.cli.shell;

# nothing
% at
// all

-- On TRON what was signed may expire before any block has it: the worker plans the sweep anew then, with nothing signed for it.
grant update (raw_amount, destination) on sweep to purser_operator;

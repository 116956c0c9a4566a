-- What a member of staff entered before this moment is not approved any more: somebody else may have entered it, with what was replaced then.
alter table staff add column entered_void_before timestamptz;

-- A refusal that holds for the request itself is kept under the request's idempotency key, like an answer: another attempt of the
-- same request, which may still hang somewhere, is then refused too. Holds the outcome's name, its values and its data.
alter table idempotency_key add column refusal jsonb;

-- Waits for a request with the same key, then finds its answer: in a volatile function each statement sees what has been
-- committed before it, so one round trip does both.
create function find_answer(given_scope text, given_key text)
returns table (request_hash text, answer jsonb) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(given_scope || ':' || given_key, 0));
  return query select k.request_hash, k.answer from idempotency_keys k
    where k.scope = given_scope and k.key = given_key;
end $$;

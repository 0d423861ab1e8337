-- Since when a payment waits for a person, so that the list of them is worked off in the order in which they came.
alter table payment_attempts add column review_since timestamptz;
update payment_attempts set review_since = updated_at where review_reason is not null;
alter table payment_attempts
  add constraint payment_attempts_review_since check ((review_reason is null) = (review_since is null));
drop index payment_attempts_review;
create index payment_attempts_review on payment_attempts (review_since, id) where review_reason is not null;

-- Reports that no payment was found for, or that the provider has not signed: shown per provider, newest first.
create index payment_events_refused on payment_events (provider, received_at)
  where outcome in ('rejected', 'unknown-attempt');

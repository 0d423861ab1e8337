-- What an application was sold with: its documents, days and longest stay. Null: its item decides.
alter table bookings
  add column application_terms jsonb check (jsonb_typeof(application_terms) = 'object');

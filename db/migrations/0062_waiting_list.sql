-- The waiting list of a sold-out departure. An offer holds places: `held` is part of departures.taken.
alter table departures
  -- Somebody waits for places on it.
  add column has_waiting boolean not null default false,
  -- Places came back and were not offered to those who wait yet, so they are not on general sale.
  add column offers_due boolean not null default false;
create index departures_waiting on departures (local_date) where has_waiting;

create table waiting_entries (
  id uuid primary key,
  departure_id uuid not null references departures (id),
  email text not null check (email = lower(email) and length(email) <= 254),
  name text check (btrim(name) <> '' and length(name) <= 200),
  adults integer not null check (adults >= 0),
  children integer not null check (children >= 0),
  infants integer not null check (infants >= 0),
  -- What the party takes on the departure.
  places integer not null check (places > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'booked', 'left', 'removed', 'expired', 'ended')),
  -- Places that an open offer holds.
  held integer not null default 0 check (held >= 0),
  -- How many offers it had: the number of the last one is part of its link.
  offers integer not null default 0,
  offered_until timestamptz,
  -- The booking that took the offer.
  booking_id uuid,
  -- Keyed digests of the mailbox ('c:') and the network ('v:'), for limits.
  contact_key text not null,
  visitor_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint waiting_entries_offer check ((state = 'offered') = (held > 0) and (state <> 'offered' or offered_until is not null))
);
-- One open wish for each mailbox and departure.
create unique index waiting_entries_open on waiting_entries (departure_id, contact_key) where state in ('waiting', 'offered');
create index waiting_entries_queue on waiting_entries (departure_id, created_at, id);
create index waiting_entries_offers on waiting_entries (offered_until) where state = 'offered';
create index waiting_entries_contact on waiting_entries (contact_key) where state in ('waiting', 'offered');
create index waiting_entries_visitor on waiting_entries (visitor_key) where state in ('waiting', 'offered');
create index waiting_entries_email on waiting_entries (email);

-- The customer came back from the provider with proof, or the provider is still deciding: nobody is asked to pay again
-- until the attempt is settled. The booking repeats it for pages, lists and mails.
alter table payment_attempts add column checking_since timestamptz;
alter table bookings add column payment_checking_since timestamptz;
create index payment_attempts_checking on payment_attempts (booking_id) where checking_since is not null;

-- What a manual method granted to its booking. Replacing the attempt takes it back.
alter table payment_attempts add column removed_expiry timestamptz;
alter table payment_attempts add column confirmed_booking boolean not null default false;

-- A payment may still arrive, so the mail cannot promise this.
update mail_templates
  set html_body = replace(html_body, ' You have not been charged.', '')
    || '<p>If you have paid, please contact us: {{contact_phone}}, {{contact_email}}.</p>'
  where template_name = 'booking_expired' and html_body like '% You have not been charged.%';

-- Cash on arrival that was chosen before the columns existed.
update payment_attempts as attempt
  set removed_expiry = booking.created_at + interval '48 hours',
    confirmed_booking = booking.booking_status = 'confirmed' and booking.instant_confirmation
  from bookings as booking
  where booking.id = attempt.booking_id and attempt.provider = 'cash_on_arrival'
    and attempt.state in ('created', 'requires_action', 'processing');

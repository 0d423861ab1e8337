-- The places of an unpaid booking are held for a time that ends before the booking does.
alter table bookings
  -- When the hold ends, or ended; null: the places are kept as long as the booking.
  add column held_until timestamptz,
  -- What the booking gave back when its hold ended, to be taken again when it is paid. `places` is 0 meanwhile.
  add column released_places integer not null default 0;
create index bookings_holds on bookings (held_until, id) where held_until is not null and places > 0;

-- Mails that staff have not changed there: the booking stays open, but its places are held for a shorter time.
update mail_templates
  set html_body = replace(html_body,
    '<p>We have received your booking. We hold it for you until {{expires_at}}. Please pay before then.</p>',
    '<p>We have received your booking. It stays open until {{expires_at}}. Please pay before then.</p><p>{{hold_notice}}</p>')
  where template_name = 'booking_received';
update mail_templates
  set html_body = replace(html_body, '<p>This is a reminder of your booking.</p>',
    '<p>This is a reminder of your booking.</p><p>{{hold_notice}}</p>')
  where template_name = 'reminder';

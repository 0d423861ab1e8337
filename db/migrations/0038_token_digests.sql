-- Sessions and links to set a password are stored as the SHA-256 of their token, so that nobody who reads the database
-- or a copy of it can use them. Open sessions and links stay valid.

create function is_digest(value text) returns boolean language sql immutable as $$
  select value ~ '^[0-9a-f]{64}$'
$$;
create function digest_of(token text) returns text language sql immutable as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

update sessions set token = digest_of(token) where not is_digest(token);
update verifications set identifier = 'reset-password:' || digest_of(substr(identifier, 16))
where identifier like 'reset-password:%' and not is_digest(substr(identifier, 16));

-- A node of the previous version writes tokens in clear. Until it is updated it takes nobody as signed in.
create function digest_session_token() returns trigger language plpgsql as $$
begin
  if not is_digest(new.token) then
    new.token := digest_of(new.token);
  end if;
  return new;
end $$;
create trigger digest_token before insert or update of token on sessions
  for each row execute function digest_session_token();

create function digest_link_token() returns trigger language plpgsql as $$
begin
  if new.identifier like 'reset-password:%' and not is_digest(substr(new.identifier, 16)) then
    new.identifier := 'reset-password:' || digest_of(substr(new.identifier, 16));
  end if;
  return new;
end $$;
create trigger digest_token before insert or update of identifier on verifications
  for each row execute function digest_link_token();

-- Every verification needs the password or a new one now (decision 0018), so contested accounts need no mark.
-- The table stays for nodes of the previous version.
delete from contested_accounts;

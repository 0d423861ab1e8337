-- Templates that staff have edited in another language than the shop's default one, whose words are in mail_templates.
create table mail_template_wordings (
  template_name text not null references mail_templates (template_name) on delete cascade,
  language text not null constraint mail_template_wordings_language check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  subject text not null,
  html_body text not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (template_name, language)
);
create trigger cached after insert or update or delete or truncate on mail_template_wordings
  for each statement execute function notify_cache('mail-templates');

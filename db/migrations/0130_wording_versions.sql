-- The last version that a text of this template had in another language than the shop's default one. A text that was
-- removed and written anew goes on from there, so that an editor opened before does not overwrite it.
alter table mail_templates add column last_wording integer not null default 0;
update mail_templates as template set last_wording =
  (select coalesce(max(version), 0) from mail_template_wordings where template_name = template.template_name);

-- Where answers to a mail go, if not to the sender: the visitor who wrote the message.
alter table mail_messages add column reply_to text;

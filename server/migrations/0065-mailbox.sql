-- How far the operator's mailbox is read. One mailbox at a time, of the whole installation.
create table mailbox (
  name text primary key,
  -- Which numbers its mails have; another one means that they have new numbers. Null until it was opened.
  uid_validity bigint,
  -- All mails up to this number are done.
  last_uid bigint not null default 0,
  -- A mail that fails, or ends the process, again and again is passed over.
  trying_uid bigint,
  tries integer not null default 0,
  -- Mails taken, refused by a sentence at their address, and left as they are for no address.
  taken bigint not null default 0,
  refused bigint not null default 0,
  passed_over bigint not null default 0,
  -- Why it could not be read the last time.
  problem text,
  made_at timestamptz(3) not null,
  tried_at timestamptz(3) not null,
  read_at timestamptz(3)
);

-- What the provider tells its merchants, wallet users and visitors: announcements, help, agreements, the legal texts.
--
-- Few rows, read by every node and written by staff alone. Readers are served by the system, so no owner's scope sees them: SQL that is
-- brought onto a merchant's connection neither reads a draft nor changes what others are shown.

create table content_item (
  content_id uuid primary key,
  kind text not null check (kind in ('announcement', 'help_article', 'user_agreement', 'privacy_policy', 'legal_statement', 'about_us')),
  -- Its name in addresses.
  slug text not null,
  -- The part of the help centre that an article stands in.
  category text check (category in ('paying', 'wallet', 'disputes', 'merchants', 'developers')),
  audience text not null default 'everyone' check (audience in ('everyone', 'merchants', 'wallet_users')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
  -- What is shown to readers: null while nothing was ever published.
  published_version integer,
  -- When the draft is published by itself.
  publish_at timestamptz,
  -- Who asked for that.
  scheduled_by text,
  -- What the next version will say, by language: {"en": {"title", "body", "version"}}. `version` is the one in which this language last changed.
  draft jsonb not null default '{}',
  -- Whether parties are asked to accept the next version.
  must_accept boolean not null default false,
  -- Whether the draft says anything else than the version that is shown.
  has_changes boolean not null default false,
  -- Raised by every save: whoever saves what they read earlier is refused.
  revision integer not null default 1,
  saved_by text not null,
  saved_at timestamptz not null default date_trunc('milliseconds', now()),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (kind, slug),
  check ((kind = 'help_article') = (category is not null)),
  check (state <> 'scheduled' or publish_at is not null),
  check (state <> 'published' or published_version is not null)
);
-- There is one of each of these.
create unique index content_item_standing on content_item (kind) where kind not in ('announcement', 'help_article');
create index content_item_due on content_item (publish_at) where publish_at is not null;

-- A published version is never changed: who accepted it accepted these words.
create table content_version (
  content_id uuid not null references content_item,
  version integer not null check (version > 0),
  must_accept boolean not null,
  published_by text not null,
  -- What changed, in the words of who published it.
  note text not null default '',
  published_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (content_id, version)
);

create table content_text (
  content_id uuid not null,
  version integer not null,
  language text not null check (language in ('zh_Hans', 'zh_Hant', 'en', 'vi')),
  title text not null,
  -- The rich text that the editor opens, the HTML that readers are served, and the words that are searched.
  body jsonb not null,
  html text not null,
  summary text not null,
  search_text text not null,
  -- The version in which this language last changed.
  changed_in integer not null,
  primary key (content_id, version, language),
  foreign key (content_id, version) references content_version
);

alter table content_item add foreign key (content_id, published_version) references content_version;

-- Who accepted which version, when and from where: only ever added to.
create table content_acceptance (
  owner_id bigint not null,
  content_id uuid not null,
  version integer not null,
  party text not null check (party in ('merchant', 'user')),
  language text not null check (language in ('zh_Hans', 'zh_Hant', 'en', 'vi')),
  ip text not null,
  user_agent text not null default '',
  accepted_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (owner_id, content_id, version),
  foreign key (content_id, version) references content_version
);
create index content_acceptance_by_time on content_acceptance (content_id, accepted_at desc, owner_id desc, version desc);

-- Announcements that a party has read.
create table content_read (
  owner_id bigint not null,
  content_id uuid not null references content_item,
  read_at timestamptz not null default now(),
  primary key (owner_id, content_id)
);

grant select, insert, update on content_item to purser_app;
grant select, insert on content_version, content_text, content_acceptance, content_read to purser_app;

do $$
declare
  name text;
begin
  foreach name in array array['content_item', 'content_version', 'content_text'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy system_only on %I to purser_app using ((select scope()) = ''system'')', name);
  end loop;
  foreach name in array array['content_acceptance', 'content_read'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy owner_scope on %I to purser_app using ((select scope()) = ''system'' '
      || 'or owner_id = nullif((select scope()), ''system'')::bigint)', name);
  end loop;
end
$$;

-- The posts of an account that is told by its name too, when somebody is erased: one way of reading gives an id, another does not.
create index post_author_name on post (platform, lower(author_name), id) where author_name is not null;

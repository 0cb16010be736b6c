-- Whose work a job goes on with, as a W3C `traceparent`, where traces are collected.
alter table job add column trace text check (length(trace) <= 55);

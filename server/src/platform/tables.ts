// Written by `npm run tables` from the migrated schema: every table and read view, each column with its type.
import type { ColumnType, Generated } from 'kysely'

type Bigint = string | number
type Json = ColumnType<unknown, string, string>

export interface Schema {
  account: {
    avatar_url: string | null
    created_at: Date
    email: string
    first_name: string | null
    id: string
    is_claimed: Generated<boolean>
    is_verified: Generated<boolean>
    last_name: string | null
    password_hash: string | null
  }
  account_view: Pick<
    Schema['account'],
    | 'created_at'
    | 'email'
    | 'first_name'
    | 'id'
    | 'is_claimed'
    | 'is_verified'
    | 'last_name'
  >
  api_key: {
    account_id: string
    created_at: Date
    expires_at: Date
    hash: Uint8Array
    hint: string
    id: string
    last_used_at: Date | null
    name: string
    organization_id: string
    project_ids: string[] | null
    scope: string
    window_began_at: Date
    window_calls: Generated<number>
  }
  audit_entry: {
    action: string
    actor_id: string | null
    at: Date
    id: string
    impersonator_id: string | null
    organization_id: string | null
    request_id: string | null
    target: Json
  }
  audit_origin: {
    account_id: string | null
    client_address: string
    entry_id: string
    organization_id: string | null
    user_agent: string | null
  }
  billing_account: {
    applied: Generated<Bigint>
    asked: Generated<Bigint>
    customer_id: string | null
    organization_id: string
    read_at: Date | null
    subscription: Json | null
  }
  billing_event: {
    id: string
    received_at: Date
    type: string
  }
  channel_choice: {
    agreed_at: Date | null
    changed_at: Date
    is_on: boolean
    organization_id: string
    platform: string
    project_id: string
  }
  closed_account: {
    charged: Bigint
    closed_on: string
    forfeited: Bigint
    granted: Bigint
    id: string
  }
  company: {
    created_at: Date
    deleted: Generated<boolean>
    domain: string | null
    fields: Json
    id: string
    industry_folded: ColumnType<string, never, never>
    last_posted_at: Date
    location_folded: ColumnType<string, never, never>
    name: string
    name_folded: ColumnType<string, never, never>
    name_key: string
    organization_id: string
    people: number
    platforms: string[]
    posts: number
    project_id: string
    search: string
    status_config_id: string | null
  }
  company_fact: {
    company_id: string
    field: string
    organization_id: string
    seen_at: Date
    source: string
    source_url: string | null
    value: string
    why: string | null
  }
  company_member: {
    company_id: string
    organization_id: string
    profile_id: string
    seen_at: Date
    source: string
    source_url: string | null
  }
  company_member_view: Pick<
    Schema['company_member'],
    | 'company_id'
    | 'organization_id'
    | 'profile_id'
    | 'source'
  >
  company_proposal: {
    company_id: string
    decided_at: Date | null
    evidence: Json
    id: string
    organization_id: string
    probability: number
    profile_id: string
    project_id: string
    proposed_at: Date
    state: Generated<string>
  }
  company_site: {
    accounts: Generated<Json>
    company_id: string
    domain: string
    error: string | null
    failures: Generated<number>
    looked_at: Date | null
    next_at: Date | null
    organization_id: string
    project_id: string
    state: Generated<string>
  }
  company_site_view: Pick<
    Schema['company_site'],
    | 'accounts'
    | 'company_id'
    | 'domain'
    | 'organization_id'
    | 'project_id'
    | 'state'
  >
  company_view: Pick<
    Schema['company'],
    | 'created_at'
    | 'deleted'
    | 'domain'
    | 'id'
    | 'name'
    | 'name_key'
    | 'organization_id'
    | 'project_id'
  >
  coverage: {
    error: string | null
    gap: boolean
    id: string
    kept: number
    next_try_at: Date | null
    organization_id: string
    platform: string
    polled_at: Date
    project_id: string
    query: string
    search_id: string | null
    seen: number
    source: string
    window_from: Date
    window_to: Date
  }
  credit_account: {
    allowance: Bigint | null
    balance: Generated<Bigint>
    expires_at: Date | null
    expiring: Generated<Bigint>
    granted_month: string | null
    held: Generated<Bigint>
    level: Generated<string>
    organization_id: string
  }
  credit_account_view: Pick<
    Schema['credit_account'],
    | 'balance'
    | 'organization_id'
  >
  credit_entry: {
    account_id: string | null
    amount: Bigint
    balance_after: Bigint
    created_at: Date
    expires_at: Date | null
    expiring: Generated<Bigint>
    hold_key: string | null
    id: string
    key: string
    kind: string
    organization_id: string
    project_id: string | null
    role: string | null
    signal_id: string | null
    what: string
    work: string | null
  }
  event: {
    created_at: Date
    id: Generated<Bigint>
    organization_id: string
    payload: Json
    project_id: string
  }
  feed: {
    created_at: Date
    id: string
    organization_id: string
    project_id: string
    title: string
    url: string
  }
  feedback: {
    account_id: string
    created_at: Date
    feedback: string
    id: string
    organization_id: string | null
  }
  google_identity: {
    account_id: string
    email: string
    family_name: string | null
    given_name: string | null
    linked_at: Date
    picture: string | null
    subject: string
  }
  guest_cap: {
    monthly_cap: Bigint
    organization_id: string
    project_id: string
  }
  idempotent_call: {
    account_id: string
    expires_at: Date
    fingerprint: Uint8Array
    key: string
    organization_id: string
    outcome: Json | null
    project_id: string | null
    started_at: Date
  }
  identity_merge: {
    draft_moved_at: Date | null
    former_created_at: Date
    former_deleted: boolean
    former_draft: Json | null
    former_id: string
    former_last_posted_at: Date
    former_status_config_id: string | null
    id: string
    kept_deleted: boolean
    kept_last_posted_at: Date
    kept_status_config_id: string | null
    merged_at: Date
    moved_merge_ids: string[]
    organization_id: string
    person_id: string
    profile_ids: string[]
    project_id: string
    proposal_id: string | null
    set_deleted: boolean
    set_status_config_id: string | null
    stayed_id: string
  }
  identity_proposal: {
    decided_at: Date | null
    evidence: Json
    id: string
    organization_id: string
    other_profile_id: string
    probability: number
    profile_id: string
    project_id: string
    proposed_at: Date
    state: Generated<string>
  }
  intent_signal: {
    created_at: Date
    deleted_at: Date | null
    id: string
    intent_signal: string
    kind: Generated<string>
    not_interested: Generated<string>
    organization_id: string
    plan_edits: Json | null
    project_id: string
    revision: Generated<number>
    search_budget: Bigint | null
    search_days: number
  }
  intent_signal_view: Pick<
    Schema['intent_signal'],
    | 'created_at'
    | 'deleted_at'
    | 'id'
    | 'intent_signal'
    | 'kind'
    | 'not_interested'
    | 'organization_id'
    | 'plan_edits'
    | 'project_id'
    | 'revision'
  >
  invite: {
    created_at: Date
    email: string
    expires_at: Date
    id: string
    invited_by: string | null
    organization_id: string
    project_ids: string[]
    role: string
    version: number
  }
  invite_mail: {
    created_at: Date
    id: string
    organization_id: string
  }
  job: {
    created_at: Generated<Date>
    died_at: Date | null
    error: Json | null
    failures: Generated<number>
    group_id: string | null
    id: Generated<string>
    is_asked_again: Generated<boolean>
    key: string | null
    losses: Generated<number>
    name: string
    payload: Json
    run_id: string | null
    start_after: Generated<Date>
    state: Generated<string>
    trace: string | null
    worker_id: string | null
  }
  job_schedule: {
    interval_ms: Bigint
    job_name: string
    next_at: Date
  }
  judgement: {
    base: number | null
    intent_signal_id: string
    judged_at: Date
    kept: boolean
    model: string
    organization_id: string
    post_id: string
    revision: number
    score: number
  }
  judgement_view: Pick<
    Schema['judgement'],
    | 'base'
    | 'intent_signal_id'
    | 'judged_at'
    | 'kept'
    | 'model'
    | 'organization_id'
    | 'post_id'
    | 'revision'
    | 'score'
  >
  lead: {
    assignee_id: string | null
    author_name: string | null
    collected_at: Date
    community_external_id: string
    community_name: string | null
    deleted: Generated<boolean>
    excerpt: string
    excerpt_evidence: Json
    feedback: string | null
    feedback_reason: string | null
    github_issue_state: string | null
    id: string
    organization_id: string
    platform: string
    post_id: string
    posted_at: Date
    profile_id: string | null
    project_id: string
    read: Generated<boolean>
    score: number
    signal_ids: string[]
    source_deleted_at: Date | null
    starred: Generated<boolean>
    status_config_id: string | null
    title: string | null
    url: string
  }
  lead_correction: {
    account_id: string | null
    corrected_at: Date
    former: Json | null
    intent_signal_id: string
    is_match: boolean
    lead_id: string
    organization_id: string
  }
  lead_correction_view: Pick<
    Schema['lead_correction'],
    | 'intent_signal_id'
    | 'lead_id'
    | 'organization_id'
  >
  lead_draft: {
    draft: string
    is_talking_points: boolean
    lead_id: string
    message_type: string
    organization_id: string
    similar_lead_id: string | null
    similar_share: number | null
    updated_at: Date
    updated_by: string | null
    written_by: string
  }
  lead_history: {
    account_id: string | null
    at: Date
    id: string
    kind: string
    lead_id: string
    organization_id: string
    summary: string
  }
  lead_history_view: Pick<
    Schema['lead_history'],
    | 'at'
    | 'id'
    | 'kind'
    | 'lead_id'
    | 'organization_id'
  >
  lead_match: {
    base: number | null
    conditions: Generated<Json>
    evidence: Json
    intent_signal_id: string
    is_unsure: Generated<boolean>
    lead_id: string
    matched_at: Date
    model: string
    organization_id: string
    reason: string
    score: number
    stance: string | null
  }
  lead_match_view: Pick<
    Schema['lead_match'],
    | 'intent_signal_id'
    | 'lead_id'
    | 'organization_id'
    | 'stance'
  >
  lead_note: {
    account_id: string | null
    created_at: Date
    id: string
    lead_id: string
    organization_id: string
    text: string
  }
  lead_status: {
    color: string
    created_at: Date
    id: string
    kind: string
    name: string
    organization_id: string
    position: number
    project_id: string
  }
  lead_status_view: Pick<
    Schema['lead_status'],
    | 'created_at'
    | 'id'
    | 'kind'
    | 'name'
    | 'organization_id'
    | 'position'
    | 'project_id'
  >
  lead_view: Pick<
    Schema['lead'],
    | 'author_name'
    | 'collected_at'
    | 'deleted'
    | 'id'
    | 'organization_id'
    | 'platform'
    | 'post_id'
    | 'posted_at'
    | 'profile_id'
    | 'project_id'
    | 'read'
    | 'score'
    | 'signal_ids'
    | 'source_deleted_at'
    | 'status_config_id'
    | 'title'
    | 'url'
  >
  mailbox: {
    last_uid: Generated<Bigint>
    made_at: Date
    name: string
    passed_over: Generated<Bigint>
    problem: string | null
    read_at: Date | null
    refused: Generated<Bigint>
    taken: Generated<Bigint>
    tried_at: Date
    tries: Generated<number>
    trying_uid: Bigint | null
    uid_validity: Bigint | null
  }
  membership: {
    account_id: string
    joined_at: Date
    organization_id: string
    role: string
  }
  membership_view: Pick<
    Schema['membership'],
    | 'account_id'
    | 'organization_id'
    | 'role'
  >
  monitor_candidate: {
    arrived_at: Date
    intent_signal_id: string
    look_id: string | null
    organization_id: string
    post_id: string
    project_id: string
    rank: number
    state: string
  }
  monitor_candidate_view: Pick<
    Schema['monitor_candidate'],
    | 'organization_id'
    | 'post_id'
    | 'project_id'
    | 'state'
  >
  monitoring_change: {
    changed_at: Generated<Date>
    changed_by: string
    project_id: string
    version: Bigint
  }
  monitoring_state: {
    offered: string | null
    only_row: Generated<boolean>
    version: Bigint
  }
  notice: {
    authors: Generated<Uint8Array[]>
    lead_id: string | null
    made_at: Date
    objected_at: Date | null
    organization_id: string
    token_hash: Uint8Array
  }
  notification_lead: {
    account_id: string
    lead_id: string
    mail_id: string | null
    organization_id: string
    project_id: string
  }
  notification_mail: {
    account_id: string
    created_at: Date
    id: string
    next_try_at: Date | null
    organization_id: string
    project_id: string
    state: string
    tries: Generated<number>
  }
  notification_setting: {
    account_id: string
    digest_hour: number
    digest_weekday: number
    failing_since: Date | null
    failure: string | null
    frequency: string
    is_default: boolean
    last_mail_at: Date | null
    minimum_score: number | null
    next_mail_at: Date | null
    organization_id: string
    project_id: string
    quiet_from: string | null
    quiet_to: string | null
    signal_ids: string[]
    time_zone: string
  }
  organization: {
    created_at: Date
    id: string
    name: string
    privacy_contact: string | null
  }
  organization_view: Pick<
    Schema['organization'],
    | 'created_at'
    | 'id'
    | 'name'
  >
  outbox_reader: {
    organization_id: string
    project_id: string
    read_to: Bigint
  }
  password_reset: {
    account_id: string
    address_hash: Uint8Array
    reset_at: Date
  }
  people_to_find: {
    after_id: Generated<string>
    organization_id: string
    project_id: string
  }
  person: {
    company_folded: ColumnType<string, never, never>
    company_order: ColumnType<string, never, never>
    created_at: Date
    deleted: Generated<boolean>
    fields: Json
    id: string
    last_posted_at: Date
    location_folded: ColumnType<string, never, never>
    name: string
    name_folded: ColumnType<string, never, never>
    organization_id: string
    platforms: string[]
    posts: number
    project_id: string
    search: string
    status_config_id: string | null
    title_folded: ColumnType<string, never, never>
  }
  person_draft: {
    draft: string
    lead_id: string | null
    organization_id: string
    person_id: string
    updated_at: Date
    updated_by: string | null
    written_by: string
  }
  person_profile: {
    created_at: Date
    external_id: string
    handle: string
    id: string
    name: string
    organization_id: string
    person_id: string
    platform: string
    project_id: string
    url: string | null
  }
  person_profile_view: Pick<
    Schema['person_profile'],
    | 'created_at'
    | 'external_id'
    | 'handle'
    | 'id'
    | 'name'
    | 'organization_id'
    | 'person_id'
    | 'platform'
    | 'project_id'
    | 'url'
  >
  person_view: Pick<
    Schema['person'],
    | 'created_at'
    | 'deleted'
    | 'id'
    | 'name'
    | 'organization_id'
    | 'posts'
    | 'project_id'
  >
  post: {
    author_external_id: string | null
    author_name: string | null
    author_url: string | null
    body: string
    check_after: Date | null
    checked_at: Generated<Date>
    collected_at: Date
    community_external_id: Generated<string>
    community_name: string | null
    external_id: string
    facts: Json | null
    fingerprint: Uint8Array | null
    follow_at: Date | null
    github_issue_state: string | null
    gone_at: Date | null
    id: string
    is_public: Generated<boolean>
    kind: string
    license: string | null
    platform: string
    points: number | null
    posted_at: Date
    replies: number | null
    seen_at: Generated<Date>
    title: string | null
    url: string
    vector: Uint8Array | null
    vector_model: string | null
  }
  post_change: {
    changed_at: Generated<Date>
    changed_by: Generated<string>
    post_id: string
  }
  post_copy: {
    found_at: Date
    organization_id: string
    original_post_id: string
    post_id: string
    project_id: string
  }
  post_copy_view: Pick<
    Schema['post_copy'],
    | 'organization_id'
    | 'original_post_id'
    | 'post_id'
    | 'project_id'
  >
  post_lead: {
    organization_id: string
    post_id: string
    project_id: string
  }
  post_lead_view: Pick<
    Schema['post_lead'],
    | 'organization_id'
    | 'post_id'
    | 'project_id'
  >
  post_project: {
    organization_id: string
    post_id: string
    project_id: string
  }
  post_view: Pick<
    Schema['post'],
    | 'author_external_id'
    | 'author_name'
    | 'author_url'
    | 'body'
    | 'check_after'
    | 'checked_at'
    | 'collected_at'
    | 'community_external_id'
    | 'community_name'
    | 'external_id'
    | 'facts'
    | 'fingerprint'
    | 'github_issue_state'
    | 'gone_at'
    | 'id'
    | 'kind'
    | 'license'
    | 'platform'
    | 'posted_at'
    | 'replies'
    | 'seen_at'
    | 'title'
    | 'url'
    | 'vector'
    | 'vector_model'
  >
  post_words: {
    post_id: string
    words: string
  }
  post_words_view: Pick<
    Schema['post_words'],
    | 'post_id'
    | 'words'
  >
  profile_fact: {
    field: string
    organization_id: string
    profile_id: string
    seen_at: Date
    source: string
    source_url: string | null
    value: string
  }
  profile_fact_view: Pick<
    Schema['profile_fact'],
    | 'field'
    | 'organization_id'
    | 'profile_id'
    | 'source'
    | 'value'
  >
  profile_look: {
    avatar_hash: string | null
    error: string | null
    failures: Generated<number>
    links: Generated<string[]>
    looked_at: Date | null
    next_at: Date | null
    organization_id: string
    profile_id: string
    project_id: string
    state: Generated<string>
    verified_links: Generated<string[]>
  }
  profile_look_view: Pick<
    Schema['profile_look'],
    | 'avatar_hash'
    | 'links'
    | 'organization_id'
    | 'profile_id'
    | 'project_id'
    | 'state'
    | 'verified_links'
  >
  project: {
    business_description: string | null
    business_name: string | null
    created_at: Date
    id: string
    name: string
    organization_id: string
    purpose: string | null
    updated_at: Date
    website: string | null
    writing: Generated<Json>
  }
  project_channel: {
    external_id: string
    lead_count: number
    name: string
    organization_id: string
    platform: string
    project_id: string
  }
  project_guest: {
    account_id: string
    granted_at: Date
    organization_id: string
    project_id: string
  }
  project_key: {
    error: string | null
    failing_since: Date | null
    hint: string
    organization_id: string
    platform: string
    project_id: string
    sealed: Uint8Array
    set_at: Date
    set_by: string | null
  }
  project_source: {
    created_at: Date
    display_name: string
    external_id: string
    id: string
    name: string
    organization_id: string
    platform: string
    project_id: string
  }
  project_transfer: {
    created_at: Date
    email: string
    expires_at: Date
    id: string
    organization_id: string
    organization_name: string
    project_id: string
    project_name: string
    requested_by: string | null
    state: string
  }
  project_view: Pick<
    Schema['project'],
    | 'created_at'
    | 'id'
    | 'organization_id'
  >
  prospect_undo: {
    expires_at: Date
    field: string
    formers: string[]
    ids: string[]
    kind: string
    organization_id: string
    project_id: string
    token: string
    used_at: Date | null
  }
  rate_limit: {
    ends_at: Date
    hits: Date[]
    hits_max: number
    key: Uint8Array
  }
  received_post: {
    address_id: string | null
    address_name: string
    external_id: string
    id: string
    item: Json
    organization_id: string
    project_id: string
    received_at: Date
  }
  receiving_address: {
    created_at: Date
    created_by: string | null
    hash: Uint8Array
    hint: string
    id: string
    last_received_at: Date | null
    leads: Generated<number>
    name: string
    organization_id: string
    problem: string | null
    problem_at: Date | null
    project_id: string
    received: Generated<number>
    waits_above: Bigint | null
    waits_for: string | null
    window_began_at: Date
    window_calls: Generated<number>
  }
  recovery_code: {
    account_id: string
    code_hash: Uint8Array
    used_at: Date | null
  }
  recovery_key: {
    is_only: Generated<boolean>
    sealed: Uint8Array
  }
  saved_view: {
    account_id: string | null
    created_at: Date
    id: string
    is_shared: boolean
    name: string
    organization_id: string
    project_id: string
    query: string
  }
  schema_migration: {
    applied_at: Generated<Date>
    checksum: string
    expands: Generated<boolean>
    name: string
    version: number
  }
  search: {
    archived: number | null
    asking: number | null
    batches: Generated<number>
    created_at: Date
    finished_at: Date | null
    gained: Generated<number>
    id: string
    intent_signal: string
    intent_signal_id: string
    judged: Generated<number>
    judged_before: Generated<number>
    kept: Generated<number>
    kind: Generated<string>
    lost: Generated<number>
    model_price: Generated<Bigint>
    new_leads: number | null
    not_interested: Generated<string>
    note: string | null
    organization_id: string
    over: Generated<string>
    passed_over: Generated<number>
    plan_edits: Json | null
    price: Bigint
    project_id: string
    requested_by: string | null
    revision: number
    search_budget: Bigint | null
    search_days: number
    seen: Generated<number>
    spent: Generated<Bigint>
    started_at: Date | null
    state: string
    step: Generated<number>
    until_at: Date
  }
  search_candidate: {
    batch: number | null
    leg: number | null
    organization_id: string
    page: number | null
    position: number
    post_id: string
    rank: number | null
    search_id: string
    state: string
  }
  search_candidate_view: Pick<
    Schema['search_candidate'],
    | 'batch'
    | 'organization_id'
    | 'position'
    | 'post_id'
    | 'rank'
    | 'search_id'
    | 'state'
  >
  search_leg: {
    attempts: Generated<number>
    cursor: string | null
    error: string | null
    fresh: Generated<number>
    hits: number | null
    is_cut: Generated<boolean>
    organization_id: string
    origin: Generated<string>
    pages: Generated<number>
    platform: string
    position: number
    query: Json
    retry_at: Date | null
    search_id: string
    seen: Generated<number>
    source: string | null
    state: string
  }
  search_view: Pick<
    Schema['search'],
    | 'finished_at'
    | 'id'
    | 'intent_signal'
    | 'intent_signal_id'
    | 'kept'
    | 'organization_id'
    | 'over'
    | 'project_id'
    | 'seen'
    | 'state'
    | 'until_at'
  >
  second_factor: {
    account_id: string
    confirmed_at: Date | null
    last_step: Generated<Bigint>
    secret: Uint8Array
    started_at: Date
  }
  second_opinion: {
    asked_at: Date
    drawn_at: Date | null
    failed_as: string | null
    first_asked_at: Date
    input_tokens: Generated<number>
    intent_signal_id: string
    local_kept: boolean
    local_model: string
    local_score: number
    model: string
    model_score: number | null
    next_try_at: Date | null
    organization_id: string
    output_tokens: Generated<number>
    post_id: string
    project_id: string
    revision: number
    score: number | null
    search_id: string | null
    state: string
    taught_kept: boolean | null
    tries: number
  }
  secret_key: {
    ended_at: Date | null
    is_current: boolean
    name: Uint8Array
    since: Date
  }
  session: {
    account_id: string
    address_hash: Uint8Array | null
    created_at: Date
    ended_at: Date | null
    expires_at: Date
    id: string
    idle_at: Date
    impersonator_id: string | null
    last_used_at: Date
    network: string | null
    user_agent: string | null
  }
  signal_adjustment: {
    intent_signal_id: string
    labels: number
    learned_at: Date
    organization_id: string
    vector_model: string
    weights: Uint8Array
  }
  signal_audit: {
    found: number
    intent_signal_id: string
    organization_id: string
    project_id: string
    strata: Json
    until_at: Date
    week: string
  }
  signal_audit_post: {
    account_id: string | null
    answer: string | null
    answered_at: Date | null
    intent_signal_id: string
    organization_id: string
    position: number
    post_id: string | null
    stratum: string
    week: string
  }
  signal_label: {
    account_id: string | null
    base: number | null
    fits: boolean
    intent_signal_id: string
    organization_id: string
    post_id: string
    said_at: Date
    source: string
  }
  signal_label_view: Pick<
    Schema['signal_label'],
    | 'account_id'
    | 'intent_signal_id'
    | 'organization_id'
    | 'post_id'
    | 'source'
  >
  signal_monitor: {
    batch: string | null
    batch_model_price: Bigint | null
    batch_price: Bigint | null
    dropped: Generated<number>
    enabled: boolean
    enabled_at: Date
    enabled_by: string | null
    intent_signal_id: string
    month: string
    monthly_budget: Bigint
    organization_id: string
    paused: string | null
    project_id: string
    spent: Generated<Bigint>
  }
  signal_teaching: {
    agreed: number
    checked_at: Date | null
    counted: number
    intent_signal_id: string
    judge_model: string
    learned_from: number
    model: string
    organization_id: string
    revision: number
    since: Date
    taught_at: Date
    vector_model: string
    weights: Uint8Array | null
  }
  slack_channel: {
    channel_id: string
    connection_id: string
    last_posted_at: Date | null
    organization_id: string
    problem: string | null
    problem_since: Date | null
    project_id: string
    resting_until: Date | null
  }
  slack_channel_config: {
    channel_id: string
    channel_name: string
    connection_id: string
    created_at: Date
    id: string
    minimum_score: number | null
    new_leads: boolean
    organization_id: string
    project_id: string
    signal_ids: string[]
    status_ids: string[]
  }
  slack_connection: {
    connected_at: Date
    connected_by: string | null
    default_channel_id: string | null
    default_channel_name: string | null
    id: string
    organization_id: string
    problem: string | null
    problem_since: Date | null
    project_id: string
    scopes: string[]
    team_id: string
    team_name: string
    token: Uint8Array
  }
  slack_journey: {
    account_id: string
    expires_at: Date
    organization_id: string
    project_id: string
    state_hash: Uint8Array
  }
  slack_message: {
    changes: Generated<number>
    channel_id: string
    connection_id: string
    created_at: Date
    entered: Json | null
    error: string | null
    id: string
    lead_id: string | null
    next_try_at: Date | null
    organization_id: string
    project_id: string
    shown: Uint8Array | null
    state: string
    tries: Generated<number>
    ts: string | null
  }
  slack_press: {
    at: Date
    key: Uint8Array
    organization_id: string
    project_id: string
  }
  slack_revocation: {
    id: string
    put_down_at: Date
    team_id: string
    token: Uint8Array
  }
  slack_status_entry: {
    config_id: string
    id: Generated<Bigint>
    lead_id: string
    organization_id: string
    project_id: string
  }
  smart_column: {
    asked_by: string | null
    batches: Generated<number>
    created_at: Date
    id: string
    name: string
    organization_id: string
    paused: string | null
    position: number
    project_id: string
    prompt: string
    queued_to: string | null
    revision: Generated<number>
    run: string | null
    type: string
  }
  smart_column_value: {
    answered_at: Date | null
    batch: number | null
    bool_value: boolean | null
    column_id: string
    folded_text: ColumnType<string | null, never, never>
    lead_id: string
    organization_id: string
    posted_at: Date
    revision: number
    state: string
    text_value: string | null
    why: string | null
  }
  smart_column_view: Pick<
    Schema['smart_column'],
    | 'batches'
    | 'id'
    | 'name'
    | 'organization_id'
    | 'position'
    | 'project_id'
    | 'revision'
    | 'type'
  >
  stale_listening: {
    organization_id: string
    project_id: string
  }
  suppressed_author: {
    author: Uint8Array
    organization_id: string
    suppressed_at: Date
  }
  suppressed_everywhere: {
    author: Uint8Array
    suppressed_at: Date
  }
  suppression_key: {
    id: Generated<boolean>
    sealed: Uint8Array
  }
  theme: {
    id: string
    organization_id: string
    project_id: string
    since: Date
  }
  theme_post: {
    lenses: number
    organization_id: string
    position: number
    post_id: string
    quote_end: number | null
    quote_start: number | null
    theme_id: string
  }
  theme_run: {
    asked_at: Date | null
    due_at: Date
    made_at: Date | null
    organization_id: string
    posts: Generated<number>
    project_id: string
  }
  undo: {
    expires_at: Date
    field: string
    former: boolean | null
    formers: string[] | null
    lead_ids: string[]
    organization_id: string
    project_id: string
    token: string
    used_at: Date | null
  }
  watch: {
    created_at: Date
    drawn_at: Date | null
    error: string | null
    failures: Generated<number>
    id: string
    key_project_id: string | null
    last_polled_at: Date | null
    last_seen: Generated<number>
    look_id: string | null
    next_poll_at: Date
    page_cursor: string | null
    pages: Generated<number>
    platform: string
    progress_at: Date | null
    query: string
    read_to: Date
    source: string
    stream_cursor: string | null
    way: string
    window_from: Date | null
    window_known: Generated<number>
    window_seen: Generated<number>
    window_to: Date | null
  }
  watch_draw: {
    drawn_at: Date
    external_id: string
    met_at: Date | null
    missed_at: Date | null
    watch_id: string
  }
  watch_gap: {
    backfilled_at: Date | null
    from_at: Date
    id: string
    lost: Generated<boolean>
    noticed_at: Date
    reason: string
    recovered: Generated<number>
    to_at: Date | null
    watch_id: string
  }
  watch_look: {
    error: string | null
    gap: boolean
    id: string
    next_try_at: Date | null
    polled_at: Date
    seen: number
    watch_id: string
    window_from: Date
    window_to: Date
  }
  watch_post: {
    external_id: string
    listed_to: Date
    read_to: Date
    watch_id: string
    words: Uint8Array
  }
  watch_project: {
    organization_id: string
    project_id: string
    since: Date
    watch_id: string
  }
  watch_stretch: {
    from_at: Date
    organization_id: string
    project_id: string
    until_at: Date
    watch_id: string
  }
  webhook: {
    created_at: Date
    created_by: string | null
    events: string[]
    failing_since: Date | null
    id: string
    is_on: Generated<boolean>
    last_delivered_at: Date | null
    minimum_score: number | null
    name: string
    off_because: string | null
    old_secret: Uint8Array | null
    old_secret_until: Date | null
    organization_id: string
    project_id: string
    resting_until: Date | null
    secret: Uint8Array
    secret_hint: string
    signal_ids: string[]
    url: string
  }
  webhook_delivery: {
    created_at: Date
    id: string
    message_id: string
    next_try_at: Date | null
    organization_id: string
    project_id: string
    state: string
    tries: Generated<number>
    webhook_id: string
  }
  webhook_message: {
    body: string | null
    event: string
    happened: Json
    happened_at: Date
    id: string
    is_erased: Generated<boolean>
    lead_id: string | null
    organization_id: string
    project_id: string
  }
  webhook_try: {
    answer: string | null
    delivery_id: string
    duration_ms: number
    error: string | null
    id: string
    organization_id: string
    project_id: string
    status: number | null
    tried_at: Date
  }
  worker_lease: {
    expires_at: Date
    id: string
    in_touch_since: Generated<Date>
    instance_id: string
    name: string
    started_at: Date
  }
}

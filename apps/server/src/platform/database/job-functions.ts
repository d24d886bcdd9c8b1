import { jobLimits } from '@moqi/domain/operators/job-states'

/** One line a job: where it stands, when its turn is or was (`at`, ms), and whose it is, as its payload says. */
const everyJob = `
  select jobs.id, tasks.identifier as task, floor(extract(epoch from jobs.run_at) * 1000)::bigint as at,
    case
      when jobs.locked_at < now() - interval '${jobLimits.longMs} milliseconds' then 'long'
      when jobs.locked_at is not null then 'running'
      when jobs.attempts >= jobs.max_attempts then 'lost'
      when jobs.attempts > 0 then 'retrying'
      when jobs.run_at <= now() then 'due'
      else 'planned' end as state,
    jobs.attempts::int as attempts, jobs.max_attempts::int as most,
    floor(extract(epoch from jobs.locked_at) * 1000)::bigint as begun_at, jobs.locked_by as worker, jobs.last_error,
    payload ->> 'tenantId' as space, jobs.payload
  from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id`

/** Ids of a payload by which its job's subject is found. */
const aboutIds = ['contractId', 'approvalId', 'sealId', 'grantId', 'orderId', 'paymentNo', 'invoiceId', 'messageId']

/**
 * What nobody waits for, so that it lets everything else go first: after a batch of thousands it is thousands of
 * verifications.
 */
const unhurried = ['verifyFinished', 'judgeContract']

/** A function that does as its owner may, whoever of those it is granted to calls it. */
const definer = 'security definer set search_path = pg_catalog'

/**
 * Jobs enter graphile-worker's tables, which the server's role cannot touch, through the first two of these, are
 * counted and read through the next ones, and tried again or dropped through the last: by the command beside the
 * server, and by whoever runs the platform. What is in a job's payload beside ids is shown to nobody.
 */
export const jobFunctions = `
  create or replace function enqueue_job(task text, payload json, run_at timestamptz, job_key text)
  returns void language sql ${definer} as
  $$ select graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key, max_attempts => 12,
       priority => case when task in (${unhurried.map((task) => `'${task}'`).join(', ')}) then 10 else 0 end) $$;
  create or replace function enqueue_in_lane(task text, payload json, run_at timestamptz, lane text)
  returns void language sql ${definer} as
  $$ select graphile_worker.add_job(task, payload, queue_name => lane, run_at => run_at, max_attempts => 12,
       priority => case when lane like 'code %' then -10 else 0 end) $$;
  create or replace function job_figures()
  returns table (job text, waiting int, running int, lost int, oldest_s float8)
  language sql ${definer} as
  $$ select task_identifier, sum(is_due::int)::int, sum((locked_at is not null)::int)::int, sum(is_lost::int)::int,
       coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8
     from (select task_identifier, locked_at, run_at, locked_at is null and attempts >= max_attempts as is_lost,
             locked_at is null and attempts < max_attempts and run_at <= now() as is_due
           from graphile_worker.jobs) as jobs
     where is_due or is_lost or locked_at is not null
     group by 1 $$;
  create or replace function job_states()
  returns table (task text, state text, number int)
  language sql stable ${definer} as
  $$ select task, state, count(*)::int from (${everyJob}) as jobs group by 1, 2 $$;
  create or replace function list_jobs(
    of_states text[], of_tasks text[], of_space text, of_ids bigint[], after_at bigint, after_id bigint, at_most int)
  returns table (id bigint, task text, at bigint, state text, attempts int, most int, begun_at bigint, worker text,
    last_error text, space text, about json)
  language sql stable ${definer} as
  $$ select id, task, at, state, attempts, most, begun_at, worker, last_error, space,
       json_strip_nulls(json_build_object(${aboutIds.map((id) => `'${id}', payload ->> '${id}'`).join(', ')}))
     from (${everyJob}) as jobs
     where state = any(of_states) and (of_tasks is null or task = any(of_tasks))
       and (of_space is null or space = of_space) and (of_ids is null or id = any(of_ids))
       and (at, id) > (coalesce(after_at, -1), coalesce(after_id, -1))
     order by at, id limit at_most $$;
  create or replace function list_dropped_jobs(of_tasks text[], before_at bigint, before_id bigint, at_most int)
  returns table (id bigint, task text, at bigint, attempts int, last_error text, reason text, dropped_by text,
    space text)
  language sql stable ${definer} as
  $$ select * from (
       select job_id as id, task, floor(extract(epoch from dropped_at) * 1000)::bigint as at, attempts, last_error,
         reason, dropped_by, payload ->> 'tenantId'
       from public.dropped_job) as dropped
     where (of_tasks is null or task = any(of_tasks))
       and (before_at is null or (at, id) < (before_at, before_id))
     order by at desc, id desc limit at_most $$;
  create or replace function retry_jobs(of_ids bigint[])
  returns table (id bigint) language sql ${definer} as
  $$ select id from graphile_worker.reschedule_jobs(of_ids, run_at => now(), attempts => 0) $$;
  create or replace function drop_jobs(of_ids bigint[], why text, who text)
  returns table (id bigint) language sql ${definer} as
  $$ with gone as (select * from graphile_worker.complete_jobs(of_ids))
     insert into public.dropped_job (job_id, task, payload, attempts, last_error, reason, dropped_by)
     select gone.id, tasks.identifier, gone.payload, gone.attempts, gone.last_error, why, who
     from gone join graphile_worker._private_tasks as tasks on tasks.id = gone.task_id
     returning job_id $$;
  create or replace function lane_figures()
  returns table (lane text, waiting int) language sql stable ${definer} as
  $$ select queues.queue_name, count(*)::int
     from graphile_worker._private_jobs as jobs
     join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
     where jobs.locked_at is null and jobs.attempts < jobs.max_attempts and jobs.run_at <= now()
     group by 1 $$;
  create or replace function database_figures()
  returns table (used int, most int, replicas int, lag_ms bigint, oldest_xid int, bytes bigint)
  language sql stable ${definer} as
  $$ select (select sum(numbackends)::int from pg_stat_database), current_setting('max_connections')::int,
       (select count(*)::int from pg_stat_replication where state <> 'backup'),
       (select (max(extract(epoch from replay_lag)) * 1000)::bigint from pg_stat_replication),
       (select max(age(datfrozenxid)) from pg_database), pg_database_size(current_database()) $$`

/** What the server's role may call of them; nobody else. */
export const jobFunctionNames = [
  'enqueue_job',
  'enqueue_in_lane',
  'job_figures',
  'job_states',
  'list_jobs',
  'list_dropped_jobs',
  'retry_jobs',
  'drop_jobs',
  'lane_figures',
  'database_figures',
] as const

import { type Kysely, sql } from 'kysely'

/**
 * A company's authentication by a payment of its own: by which remark it is known, and what has arrived for it that
 * proves nothing, or all. A payment that is told again is the same row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table company_auth add column remark text`,
  `create unique index company_auth_remark on company_auth (remark) where remark is not null and ended_at is null`,
  `create table arrived_payment (auth_id uuid not null, transaction_no text not null, payer text not null,
    fen int not null, remark text not null, paid_at bigint not null, fault text,
    primary key (auth_id, transaction_no))`,
]

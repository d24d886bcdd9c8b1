import { type Kysely, sql } from 'kysely'

/**
 * Columns and values bear the domain's words: contract, party, area, void. Kinds of parties are words, and what is
 * stored as JSON (templates, fields of files) has the domain's names. Log lines stay as they were hashed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const walled = ['contract', 'party', 'area', 'inbox', 'inbox_count', 'template_version', 'file']

const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contract: { task_no: 'contract_no', task_type: 'kind', relieve_state: 'void_state' },
  party: { signer_no: 'party_no', signer_name: 'name', sign_type: 'kind', will_auth_type: 'will_kind' },
  party_contact: { signer_no: 'party_no' },
  area: { position_id: 'area_id', position_type: 'control', signer_no: 'party_no' },
  entry: { signer_no: 'party_no' },
  inbox: {
    task_state: 'contract_state',
    relieve_state: 'void_state',
    task_type: 'kind',
    task_no: 'contract_no',
    signer_names: 'party_names',
  },
  document_slot: { signer_no: 'party_no', position_id: 'area_id' },
  document_revision: { signer_no: 'party_no' },
  ticket: { signer_no: 'party_no' },
  fraud_report: { signer_no: 'party_no' },
  waiting_entry: { signer_no: 'party_no', signer_name: 'name', sign_type: 'kind' },
  signature_record: { task_no: 'contract_no' },
}

const role = `(r - '{signerNo,signerName,signType,own}'::text[]) || jsonb_build_object('partyNo', r -> 'signerNo',
  'name', r -> 'signerName', 'isCompany', r -> 'signType' = '1', 'own', r -> 'own' = '1')`
const area = `(p - '{positionId,positionType,signerNo,sealId}'::text[]) || jsonb_build_object(
  'areaId', p -> 'positionId', 'control', p -> 'positionType', 'partyNo', p -> 'signerNo')`
const field = `(f - 'lockArray') || jsonb_build_object('locks', f -> 'lockArray')`
const each = (made: string, list: string, name: string) =>
  `coalesce((select jsonb_agg(${made} order by at) from jsonb_array_elements(${list}) with ordinality as x(${name}, at)), '[]')`

const statements = [
  ...walled.map((table) => `alter table ${table} no force row level security`),
  ...Object.entries(renamed).flatMap(([table, columns]) =>
    Object.entries(columns).map(([from, to]) => `alter table ${table} rename column ${from} to ${to}`),
  ),
  `alter table contract rename constraint contract_tenant_id_task_no_key to contract_tenant_id_contract_no_key`,
  ...['party', 'waiting_entry'].map(
    (table) => `alter table ${table}
      alter column kind type text using case kind when 1 then 'company' else 'person' end`,
  ),
  `update party set will_kind = 'any' where will_kind not in ('any', 'sms', 'pin')`,
  ...['contract', 'inbox'].flatMap((table) => [
    `update ${table} set kind = 'void' where kind = 'relieve'`,
    `update ${table} set void_state = 'voiding' where void_state = 'relieving'`,
  ]),
  `update contract set state = 'voided' where state = 'cancel'`,
  `update inbox set contract_state = 'voided' where contract_state = 'cancel'`,
  `update inbox set row_status = 'voided' where row_status = 'cancel'`,
  `update inbox_count set category = 'voided' where category = 'cancel'`,
  `update template_version set content =
    (content - '{taskName,fileIdArray,roleArray,positionArray}'::text[]) || jsonb_build_object(
      'subject', content -> 'taskName', 'fileIds', content -> 'fileIdArray',
      'roles', ${each(role, "content -> 'roleArray'", 'r')}, 'areas', ${each(area, "content -> 'positionArray'", 'p')})`,
  `update file set fields = ${each(field, 'fields', 'f')} where fields is not null`,
  ...walled.map((table) => `alter table ${table} force row level security`),
]

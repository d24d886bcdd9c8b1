import { maskPhone } from '@moqi/domain/identity/phone'
import { rowStatusLabels, sealStateLabels } from '@moqi/domain/labels/status-labels'
import { dayWritten } from '@moqi/domain/filings/filing-term'
import { ledgerKindLabels, packKindLabels } from '@moqi/domain/quota/ledger'
import { sealLogVerbs } from '@moqi/domain/seals/seal-log-verbs'
import { memberLogVerbs } from '@moqi/domain/spaces/member-log-verbs'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'

/** Rows of a table in one file of the archive. */
export const tablePage = 5000

type Cells = (string | number | null)[]
/** A row with what names it, by which the next page begins behind it. */
export type KeyedRow = { key: string; cells: Cells }
/** A table of the company: its name in the archive, its headings, its rows behind a key; null is the beginning. */
export type CompanyTable = {
  name: string
  columns: readonly string[]
  read: (tenant: Db, tenantId: string, after: string | null) => Promise<KeyedRow[]>
}

const moment = (at: number | null) => (at === null ? '' : formatDate(at))
const first = '00000000-0000-0000-0000-000000000000'
const statusLabels: ReadonlyMap<string, string> = new Map(Object.entries(rowStatusLabels))

const contracts: CompanyTable = {
  name: 'contracts',
  columns: ['合同编号', '合同主题', '状态', '发起人/企业', '签署人/企业', '发起时间', '签署截止时间', '完成时间'],
  read: async (tenant, tenantId, after) => {
    const rows = await tenant
      .selectFrom('inbox')
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', tenantId)
      .where('sent_at', 'is not', null)
      .where('contract_id', '>', after ?? first)
      .orderBy('contract_id')
      .limit(tablePage)
      .select(['contract_id', 'contract_no', 'subject', 'row_status', 'initiator_name', 'party_names'])
      .select(['sent_at', 'sign_expire_at', 'finished_at'])
      .execute()
    return rows.map((row) => ({
      key: row.contract_id,
      cells: [
        row.contract_no,
        row.subject,
        statusLabels.get(row.row_status) ?? row.row_status,
        row.initiator_name,
        row.party_names,
        moment(row.sent_at),
        moment(row.sign_expire_at),
        moment(row.finished_at),
      ],
    }))
  },
}

const members: CompanyTable = {
  name: 'members',
  columns: ['姓名', '手机号', '部门', '角色', '状态', '加入时间'],
  read: async (tenant, tenantId, after) => {
    const rows = await tenant
      .selectFrom('membership as m')
      .innerJoin('account as a', 'a.account_id', 'm.account_id')
      .leftJoin('department as d', (join) =>
        join.onRef('d.tenant_id', '=', 'm.tenant_id').onRef('d.department_id', '=', 'm.department_id'),
      )
      .leftJoin('company_role as r', (join) =>
        join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.role_id', '=', 'm.role_id'),
      )
      .where('m.tenant_id', '=', tenantId)
      .where('m.account_id', '>', after ?? first)
      .orderBy('m.account_id')
      .limit(tablePage)
      .select(['m.account_id', 'm.name', 'a.nick_name', 'a.phone', 'm.is_owner', 'm.state', 'm.created_at'])
      .select(['d.name as department', 'r.name as role'])
      .execute()
    return rows.map((row) => ({
      key: row.account_id,
      cells: [
        row.name || row.nick_name,
        maskPhone(row.phone),
        row.department,
        row.is_owner ? '管理员' : (row.role ?? '经办人'),
        row.state === 'disabled' ? '已停用' : '正常',
        moment(row.created_at),
      ],
    }))
  },
}

const seals: CompanyTable = {
  name: 'seals',
  columns: ['印章编码', '印章名称', '状态', '状态说明', '状态变更时间', '制作时间', '有效期至', '图样SHA-256'],
  read: async (tenant, tenantId, after) => {
    const rows = await tenant
      .selectFrom('seal')
      .where('tenant_id', '=', tenantId)
      .where('account_id', 'is', null)
      .where('seal_id', '>', after ?? first)
      .orderBy('seal_id')
      .limit(tablePage)
      .select(['seal_id', 'code', 'name', 'status', 'state_reason', 'state_at', 'created_at', 'expire_at'])
      .select('png_sha256')
      .execute()
    return rows.map((row) => ({
      key: row.seal_id,
      cells: [
        row.code,
        row.name,
        sealStateLabels[row.status],
        row.state_reason,
        moment(row.state_at),
        moment(row.created_at),
        moment(row.expire_at),
        row.png_sha256,
      ],
    }))
  },
}

const uses: CompanyTable = {
  name: 'uses',
  columns: ['用印时间', '印章', '用印人', '合同编号', '合同主题', '授权书编号', '证书序列号', '文件SHA-256'],
  read: async (tenant, tenantId, after) => {
    const rows = await tenant
      .selectFrom('signature_record')
      .where('tenant_id', '=', tenantId)
      .where('record_id', '>', after ?? first)
      .orderBy('record_id')
      .limit(tablePage)
      .select(['record_id', 'signed_at', 'seal_name', 'signer_name', 'contract_no', 'subject', 'grant_no'])
      .select(['certificate_serial', 'sha256'])
      .execute()
    return rows.map((row) => ({
      key: row.record_id,
      cells: [
        moment(row.signed_at),
        row.seal_name,
        row.signer_name,
        row.contract_no,
        row.subject,
        row.grant_no,
        row.certificate_serial,
        row.sha256,
      ],
    }))
  },
}

const quota: CompanyTable = {
  name: 'quota',
  columns: ['时间', '类型', '份数变化', '套餐', '合同编号'],
  read: async (tenant, tenantId, after) => {
    const rows = await tenant
      .selectFrom('quota_entry as e')
      .innerJoin('quota_pack as p', (join) =>
        join.onRef('p.tenant_id', '=', 'e.tenant_id').onRef('p.pack_id', '=', 'e.pack_id'),
      )
      .leftJoin('contract as c', (join) =>
        join.onRef('c.tenant_id', '=', 'e.tenant_id').onRef('c.contract_id', '=', 'e.contract_id'),
      )
      .where('e.tenant_id', '=', tenantId)
      .where('e.quota_entry_id', '>', after ?? first)
      .orderBy('e.quota_entry_id')
      .limit(tablePage)
      .select(['e.quota_entry_id', 'e.created_at', 'e.kind', 'e.change', 'p.name', 'p.kind as pack_kind'])
      .select('c.contract_no')
      .execute()
    return rows.map((row) => ({
      key: row.quota_entry_id,
      cells: [
        moment(row.created_at),
        ledgerKindLabels[row.kind],
        row.change,
        row.name ?? packKindLabels[row.pack_kind],
        row.contract_no,
      ],
    }))
  },
}

const memberLog: CompanyTable = {
  name: 'memberlog',
  columns: ['时间', '操作人', '操作', '说明', '地址'],
  read: async (tenant, tenantId, after) => {
    const rows = await tenant
      .selectFrom('member_log')
      .where('tenant_id', '=', tenantId)
      .where('log_id', '>', after ?? first)
      .orderBy('log_id')
      .limit(tablePage)
      .select(['log_id', 'at', 'who', 'verb', 'detail', 'address'])
      .execute()
    return rows.map(({ log_id, at, who, verb, detail, address }) => ({
      key: log_id,
      cells: [moment(at), who, memberLogVerbs[verb], detail, address],
    }))
  },
}

const sealLog: CompanyTable = {
  name: 'seallog',
  columns: ['时间', '操作人', '操作', '印章', '说明', '地址'],
  read: async (tenant, tenantId, after) => {
    const rows = await tenant
      .selectFrom('seal_log as l')
      .leftJoin('seal as s', (join) =>
        join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.seal_id', '=', 'l.seal_id'),
      )
      .where('l.tenant_id', '=', tenantId)
      .where('l.log_id', '>', after ?? first)
      .orderBy('l.log_id')
      .limit(tablePage)
      .select(['l.log_id', 'l.at', 'l.who', 'l.verb', 'l.detail', 'l.address', 's.name'])
      .execute()
    return rows.map(({ log_id, at, who, verb, detail, address, name }) => ({
      key: log_id,
      cells: [moment(at), who, sealLogVerbs[verb], name ?? '全部印章', detail, address],
    }))
  },
}

const filings: CompanyTable = {
  name: 'filings',
  columns: [
    '归档编号',
    '合同编号',
    '合同主题',
    '来源',
    '相对方',
    '完成时间',
    '文件夹',
    '生效日期',
    '到期日期',
    '续签（月）',
    '保存至',
    '自有字段',
    '文件名',
    'SHA-256',
    '导入时的验证结论',
  ],
  read: async (tenant, tenantId, after) => {
    const rows = await tenant
      .selectFrom('filing as f')
      .leftJoin('inbox as i', (join) =>
        join
          .onRef('i.tenant_id', '=', 'f.tenant_id')
          .onRef('i.account_id', '=', 'f.tenant_id')
          .onRef('i.contract_id', '=', 'f.filing_id'),
      )
      .leftJoin('filing_folder as o', (join) =>
        join.onRef('o.tenant_id', '=', 'f.tenant_id').onRef('o.folder_id', '=', 'f.folder_id'),
      )
      .where('f.tenant_id', '=', tenantId)
      .where('f.filing_id', '>', after ?? first)
      .orderBy('f.filing_id')
      .limit(tablePage)
      .selectAll('f')
      .select(['o.name as folder', 'i.contract_no as own_no', 'i.subject as own_subject'])
      .select(['i.party_names as own_parties', 'i.finished_at'])
      .execute()
    const fields = await tenant.selectFrom('filing_field').where('tenant_id', '=', tenantId).selectAll().execute()
    const nameOf = new Map(fields.map(({ field_id, name }) => [field_id, name]))
    const valuesOf = (values: Record<string, string>) =>
      Object.entries(values)
        .map(([field, value]) => `${nameOf.get(field) ?? field}：${value}`)
        .join('；')
    return rows.map((row) => ({
      key: row.filing_id,
      cells: [
        row.filing_id,
        row.contract_no ?? row.own_no,
        row.subject ?? row.own_subject,
        row.imported ? '导入，非本平台签署' : '本平台签署',
        row.party_names ?? row.own_parties,
        moment(row.done_at ?? row.finished_at),
        row.folder,
        row.begin_day === null ? '' : dayWritten(row.begin_day),
        row.end_day === null ? '' : dayWritten(row.end_day),
        row.renew_months,
        row.kept_until === null ? '' : dayWritten(row.kept_until),
        valuesOf(row.field_values),
        row.file_name,
        row.sha256,
        row.conclusion,
      ],
    }))
  },
}

/** What of a company is no contract; each contract's own log lies in its evidence. */
export const companyTables: readonly CompanyTable[] = [
  contracts,
  filings,
  members,
  seals,
  uses,
  quota,
  memberLog,
  sealLog,
]

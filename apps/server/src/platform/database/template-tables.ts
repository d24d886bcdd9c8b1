import type { TemplateUse } from '@moqi/domain/templates/template-access'
import type { BatchRowState } from '@moqi/domain/templates/batch-row-lifecycle'
import type { Area } from '@moqi/domain/contract/area'
import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import type { SignOrderType } from '@moqi/domain/contract/order'
import type { TemplateRole } from '@moqi/domain/templates/template-rules'

/** One version of a template. */
export type StoredTemplate = {
  subject: string
  remark: string
  /** Days a launched contract may be signed in. */
  deadlineDays: number
  signOrderType: SignOrderType
  fileIds: string[]
  roles: TemplateRole[]
  areas: Area[]
}

/** A space's templates, and what was launched from them by the batch. */
export type TemplateTables = {
  template: {
    tenant_id: string
    template_id: string
    name: string
    /** The newest. */
    version: number
    state: 'enabled' | 'disabled'
    /** The newest version can make contracts. */
    ready: boolean
    /** Contracts it has made. */
    used_number: number
    created_at: number
    changed_at: number
  }
  /** What a template said once; never changed. */
  template_version: {
    tenant_id: string
    template_id: string
    version: number
    content: StoredTemplate
    account_id: string
    who: string
    created_at: number
  }
  /** Every file any version of a template has: who may use it may read them. */
  template_file: { tenant_id: string; template_id: string; file_id: string }
  /** What a department may do with a template; null is everybody. A template without a line is everybody's. */
  template_access: { tenant_id: string; template_id: string; department_id: string | null; may: TemplateUse }
  batch: {
    tenant_id: string
    batch_id: string
    template_id: string
    version: number
    account_id: string
    /** Of the spreadsheet. */
    file_name: string
    created_at: number
    /** When rows of it were first taken into sending. */
    started_at: number | null
    finished_at: number | null
  }
  /** One contract to send; which contract that is, is settled before it is sent. */
  batch_row: {
    tenant_id: string
    batch_id: string
    row_no: number
    row_values: Record<string, string>
    /** Columns that hold a formula, which is never worked out. */
    formulas: string[]
    /** What keeps a listed row from being sent. */
    faults: FieldFault[]
    state: BatchRowState
    fault: string | null
    contract_id: string
    /** The initiator's own handle of it. */
    sign_id: string | null
  }
}

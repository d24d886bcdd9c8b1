import type { ApprovalTables } from './approval-tables.ts'
import type { ContractTables } from './contract-tables.ts'
import type { DirectoryTables } from './directory-tables.ts'
import type { DocumentTables } from './document-tables.ts'
import type { IntegrationTables } from './integration-tables.ts'
import type { InvoiceTables } from './invoice-tables.ts'
import type { OperatorTables } from './operator-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { RecordTables } from './record-tables.ts'
import type { TemplateTables } from './template-tables.ts'
import type { TenantTables } from './tenant-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

/**
 * The tables. The directory belongs to no tenant; the rest is tenant data: every key starts with `tenant_id` and
 * row-level security lets a connection see one tenant at a time. A table that one feature alone writes is declared
 * there (`declare module`), and so belongs to it.
 */
export interface Schema
  extends
    DirectoryTables,
    TenantTables,
    ContractTables,
    TemplateTables,
    RecordTables,
    DocumentTables,
    ApprovalTables,
    IntegrationTables,
    OperatorTables,
    OrderTables,
    InvoiceTables,
    WebhookTables {}

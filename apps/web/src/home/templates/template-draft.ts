import { wireRole } from '@moqi/api/wire/party'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { TemplateInfo } from '@moqi/api/template'
import { presetDeadline } from '@moqi/domain/contract/draft-rules'
import { isMixedOrder } from '@moqi/domain/contract/order'
import { senderNo, templateLimits, type TemplateRole } from '@moqi/domain/templates/template-rules'
import { create } from 'zustand'
import { type DraftParty, type LaunchDraft, nothingAsked, type Self, turnsOf } from '../../kit/draft/draft.ts'

/** What a template has beside what the launch wizard edits: its files, parties and places live in that store. */
export type TemplateDraft = {
  /** Being edited in this tab. */
  editing: boolean
  templateId: string | null
  version: number
  templateName: string
  deadlineDays: number
  /** By signerNo. */
  roleNames: Readonly<Record<number, string>>
}

const blank: TemplateDraft = {
  editing: false,
  templateId: null,
  version: 0,
  templateName: '',
  deadlineDays: templateLimits.deadlineDays.preset,
  roleNames: {},
}

/** The one template in the making of this tab. */
export const useTemplate = create<TemplateDraft>(() => blank)

/** Who fills in at launch: last of the parties, so that the others keep their sides' names. */
const sender: DraftParty = {
  ...nothingAsked,
  signerNo: senderNo,
  kind: 'person',
  own: false,
  signerName: '发起方填写',
  phone: '',
  companyName: '',
}

/** A new template: the own side and one other. */
export function newTemplate(self: Self): { template: TemplateDraft; draft: LaunchDraft } {
  const nobody = { signerName: '', phone: '', companyName: '' }
  const other = { ...nothingAsked, ...nobody, signerNo: 2, kind: 'person' as const, own: false }
  return {
    template: { ...blank, roleNames: { 1: self.kind === 'company' ? '本企业' : '本人', 2: '签署方' } },
    draft: {
      signId: null,
      version: 0,
      taskName: '',
      taskNo: '',
      remark: '',
      signExpireTime: presetDeadline('normal', Date.now()),
      contractEndTime: null,
      amount: '',
      order: 'order',
      saveContacts: false,
      files: [],
      attachments: [],
      cc: [],
      parties: [{ ...self, ...nothingAsked, signerNo: 1, own: true }, other, sender],
    },
  }
}

/** A template as the server has it. */
export function templateFromWire(info: TemplateInfo, self: Self): { template: TemplateDraft; draft: LaunchDraft } {
  const { draft } = newTemplate(self)
  const roles = info.roleArray.toSorted((a, b) => a.signOrder - b.signOrder)
  const turns = roles.map(({ signOrder }) => signOrder)
  const mixed = isMixedOrder(info.signOrderType, turns)
  const parties = roles.map((role, index): DraftParty => ({
    ...nothingAsked,
    together: mixed && turns[index] === turns[index - 1],
    signerNo: role.signerNo,
    kind: role.signType === 1 ? 'company' : 'person',
    own: role.own === 1,
    signerName: role.signerName,
    phone: role.phone,
    companyName: role.companyName,
    willKind: role.willAuthType,
  }))
  const { templateId, version, templateName, deadlineDays } = info
  const roleNames = Object.fromEntries(info.roleArray.map(({ signerNo, roleName }) => [signerNo, roleName]))
  return {
    template: { ...blank, templateId, version, templateName, deadlineDays, roleNames },
    draft: {
      ...draft,
      taskName: info.taskName,
      remark: info.remark,
      order: mixed ? 'mixed' : info.signOrderType,
      files: info.fileArray,
      parties: [...parties, sender],
    },
  }
}

/** Everybody but the initiator as one who fills in. */
export const rolesOf = ({ parties }: Pick<LaunchDraft, 'parties'>) =>
  parties.filter(({ signerNo }) => signerNo !== senderNo)

/** The roles as the rules judge them. */
export function rolesForRules(template: TemplateDraft, draft: LaunchDraft): TemplateRole[] {
  const turns = turnsOf({ order: draft.order, parties: rolesOf(draft) })
  return rolesOf(draft).map((party, index) => ({
    partyNo: party.signerNo,
    roleName: template.roleNames[party.signerNo] ?? '',
    signOrder: turns[index] ?? 1,
    isCompany: party.kind === 'company',
    own: party.own,
    // Whoever launches is the own side then.
    name: party.own ? '' : party.signerName,
    phone: party.own ? '' : party.phone,
    companyName: party.own ? '' : party.companyName,
    willKind: party.willKind,
  }))
}

/** What is saved of it. */
export function templateToWire(template: TemplateDraft, draft: LaunchDraft): Sent<Table['saveTemplate']> {
  return {
    templateId: template.templateId,
    ...(template.templateId && { version: template.version }),
    templateName: template.templateName,
    taskName: draft.taskName,
    remark: draft.remark,
    deadlineDays: template.deadlineDays,
    signOrderType: draft.order === 'disorder' ? 'disorder' : 'order',
    fileIdArray: draft.files.map(({ fileId }) => fileId),
    roleArray: rolesForRules(template, draft).map(wireRole),
  }
}

/** The same draft with its parties called by their roles, for placing. */
export const namedByRole = (template: TemplateDraft, draft: LaunchDraft): LaunchDraft => ({
  ...draft,
  parties: draft.parties.map((party) => {
    const name = template.roleNames[party.signerNo]
    return name ? { ...party, signerName: name, companyName: party.kind === 'company' ? name : '' } : party
  }),
})

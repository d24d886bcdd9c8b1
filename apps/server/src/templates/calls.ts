import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getTemplate, listTemplates } from './list-templates.ts'
import { makeFromTemplate } from './make-from-template.ts'
import { saveTemplate, saveTemplateLocation } from './save-template.ts'
import { setTemplateAccess } from './set-template-access.ts'
import { deleteTemplate, setTemplateState } from './set-template-state.ts'

/** The calls of this folder with the functions that answer them. */
export const templateCalls = {
  deleteTemplate,
  getTemplate,
  listTemplates,
  makeFromTemplate,
  saveTemplate,
  saveTemplateLocation,
  setTemplateAccess,
  setTemplateState,
} satisfies Partial<Handlers<Table>>

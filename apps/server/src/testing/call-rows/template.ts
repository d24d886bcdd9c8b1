import type { template } from '@moqi/api/template'
import { justReads, reads, setsState, stale, type CallRows } from '../call-row.ts'
import { since, contracts } from '../repeat-effects.ts'
import { savedTemplate } from '../template-scene.ts'

const refused = 'template/not-found'
/** A space's templates are its members' who may launch. */
const byTemplate = {
  inputs: ({ templateId }: { templateId: string }) => [{ templateId }],
  refused,
  colleagueMay: true,
} as const

/** Of the calls in `packages/api/src/template.ts`. */
export const templateRows: CallRows<typeof template> = {
  listTemplates: justReads,
  getTemplate: { ...byTemplate, again: reads },
  saveTemplate: {
    inputs: ({ templateId }) => [
      {
        templateId,
        version: 1,
        templateName: '别人的',
        taskName: '',
        deadlineDays: 30,
        fileIdArray: [],
        roleArray: [],
      },
    ],
    refused,
    colleagueMay: true,
    again: stale,
  },
  saveTemplateLocation: {
    inputs: ({ templateId }) => [{ templateId, version: 1, positionArray: [] }],
    refused,
    colleagueMay: true,
    again: stale,
  },
  setTemplateState: {
    inputs: ({ templateId }) => [{ templateId, templateState: 'disabled' }],
    refused,
    colleagueMay: true,
    again: setsState,
  },
  setTemplateAccess: {
    inputs: ({ templateId }) => [{ templateId, accessArray: [] }],
    refused,
    sendsNothing: true,
    again: setsState,
  },
  deleteTemplate: { ...byTemplate, again: 'deletes what it names: again, there is none' },
  makeFromTemplate: {
    ...byTemplate,
    again: async (stage) => {
      const { templateId } = await savedTemplate(stage.server, stage.launcher)
      return {
        who: stage.launcher,
        input: { templateId, values: { 'fill.pay': '8,000' } },
        count: await since(contracts(stage)),
      }
    },
  },
}

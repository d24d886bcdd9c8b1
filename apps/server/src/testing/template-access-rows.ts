import type { template } from '@moqi/api/template'
import type { Row } from './access-rows.ts'

const plain = { inputs: () => [{}] } as const
const refused = 'template/not-found'
/** A space's templates are its members' who may launch. */
const byTemplate = {
  inputs: ({ templateId }: { templateId: string }) => [{ templateId }],
  refused,
  colleagueMay: true,
} as const
const byBatch = { inputs: ({ batchId }: { batchId: string }) => [{ batchId }], refused: 'batch/not-found' } as const

/** The rows of the calls about templates and batches. */
export const templateRows: { [K in keyof typeof template]: Row<K> } = {
  listTemplates: plain,
  getTemplate: byTemplate,
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
  },
  saveTemplateLocation: {
    inputs: ({ templateId }) => [{ templateId, version: 1, positionArray: [] }],
    refused,
    colleagueMay: true,
  },
  setTemplateState: {
    inputs: ({ templateId }) => [{ templateId, templateState: 'disabled' }],
    refused,
    colleagueMay: true,
  },
  deleteTemplate: byTemplate,
  makeFromTemplate: byTemplate,
  batchTemplate: byTemplate,
  checkBatch: { inputs: ({ templateId }) => [{ templateId }] },
  startBatch: { inputs: ({ templateId }) => [{ templateId, version: '1' }] },
  listBatches: plain,
  getBatch: byBatch,
  retryBatch: byBatch,
}

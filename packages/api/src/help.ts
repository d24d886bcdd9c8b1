import { z } from 'zod'
import { defineCalls } from './call.ts'
import { id } from './shapes.ts'

/** Checklist C76, C83: the questions people ask, by their role. */
export const help = defineCalls({
  problemListOpen: {
    path: '/api/common/v1/manager/cms/problem/problemListOpen',
    summary: '常见问题',
    access: 'open',
    /** Without `inUserType` the questions of everybody. */
    input: z.object({ inUserType: z.enum(['company', 'companyAgent', 'person']).optional() }),
    output: z.object({ problemArray: z.array(z.object({ problemName: z.string(), columnId: id })) }),
  },
})

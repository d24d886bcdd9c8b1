import { z } from 'zod'
import { defineCalls } from './call.ts'
import { authStatus, empty, flag, id, SpaceInfo, time, yesNo } from './shapes.ts'

/** Checklist C22, C29, C31–C33, C92: the signed-in person, the spaces, real-name authentication, dictionaries. */
export const user = defineCalls({
  setTenantId: {
    path: '/api/common/v1/tool/setTenantId',
    summary: '切换当前会话的空间',
    access: 'session',
    input: z.object({ tenantId: id }),
    output: z.object({ tenantId: id }),
    refuses: ['space/not-found'],
  },
  getUserAccountInfo: {
    path: '/api/common/v1/user/getUserAccountInfo',
    summary: '当前账号',
    access: 'session',
    input: empty,
    output: z.object({
      userName: z.string(),
      nickName: z.string(),
      userType: z.enum(['company', 'person']),
      isAuthed: authStatus,
      rejectCompanyAuthReason: z.string().nullable(),
      phone: z.string(),
      email: z.string().nullable(),
    }),
  },
  getUserSpaceInfo: {
    path: '/api/common/v1/user/getUserSpaceInfo',
    summary: '当前账号的空间',
    access: 'session',
    input: empty,
    output: z.object({ spaceInfoArray: z.array(SpaceInfo) }),
  },
  getSpaceDetailInfo: {
    path: '/api/common/v1/user/getSpaceDetailInfo',
    summary: '当前空间详情',
    access: 'tenant',
    input: z.unknown(),
    output: z.object({
      tenantId: id,
      companyId: z.string().nullable(),
      spaceName: z.string(),
      spaceType: z.enum(['person', 'company']),
      isAuthed: authStatus,
      isSpaceOwner: yesNo,
      rejectCompanyAuthReason: z.string().nullable(),
      surplus: z.int(),
      sealNumber: z.int(),
      companyCheckAuthCode: flag,
      companyCheckSealCode: flag,
      lastChangePwdCode: flag,
      pwdRemindStr: z.string(),
    }),
  },
  getAuthInfo: {
    path: '/api/common/v1/auth/getAuthInfo',
    summary: '个人实名认证状态',
    access: 'session',
    input: empty,
    output: z.object({ isAuthed: authStatus, realName: z.string().nullable(), reason: z.string().nullable() }),
  },
  submitPersonAuth: {
    path: '/api/common/v1/auth/submitPersonAuth',
    summary: '提交个人实名认证',
    access: 'session',
    mutates: true,
    input: z.object({ realName: z.string().max(60), idNumber: z.string().max(30), agree: z.literal(1) }),
    output: z.object({
      authid: id,
      isAuthed: authStatus,
      reason: z.string().nullable(),
      completeTime: time.nullable(),
    }),
    refuses: ['field/invalid', 'identity/rejected', 'contract/illegal-move'],
    limit: { count: 10, seconds: 600 },
  },
  dictionary: {
    method: 'GET',
    path: '/system/dict/data/type/:dictType',
    summary: '字典',
    access: 'open',
    input: z.object({ dictType: z.string().max(40) }),
    output: z.object({ dictArray: z.array(z.object({ dictValue: z.string(), dictLabel: z.string() })) }),
  },
})

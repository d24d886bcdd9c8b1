import { dialog, inTurn, type PageState, press, reads } from './page-state.ts'
import type { StateWorld } from './state-world.ts'

const empty = { route: '/temp-create', who: 'jing', go: '/temp-create' } as const
const upload = { ...empty, go: ({ ready }: StateWorld) => `/temp-create?signId=${ready}` } as const
const parties = { ...empty, go: ({ ready }: StateWorld) => `/temp-create?signId=${ready}&step=parties` } as const
const placing = {
  route: '/set-temp-control',
  who: 'jing',
  go: ({ ready }: StateWorld) => `/set-temp-control?signId=${ready}`,
} as const
const confirm = { ...placing, go: ({ ready }: StateWorld) => `/set-temp-control?signId=${ready}&step=confirm` } as const

const adding = {
  route: '/add-party',
  who: 'jing',
  go: ({ theirs }: StateWorld) => `/add-party?signId=${theirs}`,
} as const

/** The four steps of launching a contract. */
export const wizard: readonly PageState[] = [
  { ...adding, name: 'add-party', act: reads('手机号') },
  { ...adding, name: 'add-party-faults', act: inTurn(press('下一步'), reads(/姓名/)) },
  { ...empty, name: 'wizard-empty' },
  { ...empty, name: 'wizard-faults', act: inTurn(press('下一步'), reads(/请.*文件/)) },
  { ...empty, name: 'wizard-template', act: dialog('从模板创建') },
  { ...upload, name: 'wizard-upload' },
  { ...upload, name: 'wizard-preview', act: dialog(/^预览/) },
  { ...upload, name: 'wizard-calendar', act: press('打开日历'), within: '.calendar-pop' },
  {
    ...upload,
    name: 'wizard-attachments',
    act: inTurn(
      (page) =>
        page
          .getByLabel('添加附件')
          .setInputFiles({ name: '很长的附件名称'.repeat(8) + '.txt', mimeType: '', buffer: Buffer.from('a') }),
      reads(/重新上传|格式|支持/),
    ),
  },
  { ...parties, name: 'wizard-parties' },
  { ...parties, name: 'wizard-contacts', act: inTurn(dialog('从通讯录选择'), reads('欧阳若水晴川')) },
  { ...parties, name: 'wizard-paste', act: dialog('批量粘贴') },
  {
    ...empty,
    name: 'wizard-party-options',
    go: ({ loose }) => `/temp-create?signId=${loose}&step=parties`,
    act: inTurn(
      press(/^添加私信/),
      press(/^添加(证件号|信用代码)/),
      press('添加抄送人'),
      press('添加个人签署方'),
      press('下一步'),
      reads('请输入'),
    ),
  },
  { ...placing, name: 'wizard-placing' },
  { ...placing, name: 'wizard-offers', act: inTurn(press('自动识别签署栏'), reads(/识别到|没有/)) },
  {
    ...placing,
    name: 'wizard-keyword',
    act: (page) => page.getByText('按关键字定位').locator('visible=true').first().click(),
  },
  { ...placing, name: 'wizard-area', act: press(/^甲方\s企业印章/) },
  { ...confirm, name: 'wizard-confirm' },
  { ...confirm, name: 'wizard-party-preview', act: dialog('预览') },
]

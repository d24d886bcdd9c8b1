import type { ThemeConfig } from 'antd'

const sans =
  "-apple-system, BlinkMacSystemFont, 'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif"

/** Ant Design in ink, paper and one blue: the same values as styles/tokens.css. */
export const antdTheme: ThemeConfig = {
  token: {
    colorPrimary: '#1f3b73',
    colorInfo: '#1f3b73',
    colorLink: '#1f3b73',
    colorError: '#b92b1b',
    colorErrorText: '#b92b1b',
    colorSuccess: '#2b6a4d',
    colorWarning: '#8a560b',
    colorText: '#17191e',
    colorTextSecondary: '#3d414a',
    colorTextTertiary: '#646974',
    colorTextQuaternary: '#646974',
    colorTextPlaceholder: '#646974',
    colorTextDisabled: '#646974',
    colorBorder: '#d5d2ca',
    colorBorderSecondary: '#e9e7e1',
    colorSplit: '#e9e7e1',
    colorBgLayout: '#faf9f6',
    colorFillAlter: '#faf9f6',
    colorFillTertiary: '#f4f2ed',
    colorBgMask: 'rgba(23, 25, 30, 0.44)',
    controlOutline: 'rgba(31, 59, 115, 0.14)',
    fontFamily: sans,
    fontSize: 14,
    lineHeight: 1.6,
    controlHeight: 36,
    controlHeightLG: 44,
    borderRadius: 8,
    borderRadiusLG: 12,
    borderRadiusSM: 6,
    borderRadiusXS: 4,
    boxShadow: '0 0 0 1px rgba(23,25,30,.05), 0 12px 32px -8px rgba(23,25,30,.18)',
    boxShadowSecondary: '0 0 0 1px rgba(23,25,30,.05), 0 12px 32px -8px rgba(23,25,30,.18)',
    motionDurationMid: '0.16s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500, paddingInline: 16 },
    Input: { activeShadow: '0 0 0 3px rgba(31,59,115,.12)', paddingInline: 12 },
    Select: { multipleItemBg: '#f4f2ed', optionSelectedBg: '#eef2f9', optionHeight: 36, optionPadding: '7px 12px' },
    DatePicker: { colorTextDisabled: '#646974' },
    Slider: {
      trackBg: '#1f3b73',
      trackHoverBg: '#2c4d90',
      railBg: '#e9e7e1',
      railHoverBg: '#d5d2ca',
      handleColor: '#1f3b73',
      handleActiveColor: '#1f3b73',
    },
  },
}

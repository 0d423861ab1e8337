import type { Slider } from '../../modules/content/index.ts'

export type SliderForm = Omit<Slider, 'id' | 'version' | 'updated_at'>

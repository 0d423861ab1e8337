// Light of the day: a sky from top to horizon, silhouettes from far to near, water, and glowing lights.

export type Palette = {
  sky: readonly [string, string, string, string]
  far: string
  mid: string
  near: string
  water: string
  sun: string
  glow: string
}

export const palettes = {
  dusk: {
    sky: ['#17204a', '#3b4fa8', '#f08a5d', '#ffd9a0'],
    far: '#4d58a0',
    mid: '#2c3672',
    near: '#151c44',
    water: '#1b2b66',
    sun: '#ffe3ad',
    glow: '#ffd27a',
  },
  rose: {
    sky: ['#3a2257', '#a24d7d', '#f39a7c', '#ffe0b8'],
    far: '#9b5a86',
    mid: '#653468',
    near: '#371d47',
    water: '#5d3468',
    sun: '#fff0cf',
    glow: '#ffd9a0',
  },
  day: {
    sky: ['#6fb4ee', '#a8d6fa', '#dff1fb', '#fff6e2'],
    far: '#a9c7dd',
    mid: '#6d97b8',
    near: '#325d80',
    water: '#3d8fb6',
    sun: '#ffffff',
    glow: '#fff6d6',
  },
  night: {
    sky: ['#060a1e', '#122050', '#263a86', '#4d62b4'],
    far: '#2b3a78',
    mid: '#182456',
    near: '#0b1234',
    water: '#101c4a',
    sun: '#f4f0dc',
    glow: '#ffd27a',
  },
  gold: {
    sky: ['#7a3b12', '#d98a34', '#f6c667', '#ffeecb'],
    far: '#d59a55',
    mid: '#a8632c',
    near: '#5d2f14',
    water: '#9a5f2e',
    sun: '#fff2cf',
    glow: '#ffe6a8',
  },
  dawn: {
    sky: ['#20466b', '#6aa6c4', '#f3c9a8', '#fdeedd'],
    far: '#8fb3c8',
    mid: '#4d7f9f',
    near: '#21496a',
    water: '#2f6f93',
    sun: '#fff6e2',
    glow: '#ffe8bd',
  },
  emerald: {
    sky: ['#06281f', '#0b5a45', '#3f9a79', '#e9dcb4'],
    far: '#17735a',
    mid: '#0d5845',
    near: '#083c2f',
    water: '#0a4a3a',
    sun: '#f7ecc8',
    glow: '#e7c66b',
  },
  sand: {
    sky: ['#8fc1d9', '#cfe3e4', '#f6e6c8', '#fff6e4'],
    far: '#e3c9a0',
    mid: '#cfa06a',
    near: '#8d5c34',
    water: '#4c9aa8',
    sun: '#fffdf2',
    glow: '#fff1cc',
  },
  teal: {
    sky: ['#04343f', '#0b6f7d', '#6cc3b8', '#f6efce'],
    far: '#3f9fa0',
    mid: '#14717c',
    near: '#063d49',
    water: '#0a5c6b',
    sun: '#fff8dc',
    glow: '#ffe6a0',
  },
} satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes

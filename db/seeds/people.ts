/** Fictional customers of the demo agency. Every address ends in .example. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly city: 'Mumbai' | 'Pune' | 'Hyderabad' | 'Kochi' | 'Delhi' | 'Lucknow' | 'Dubai' | 'Sharjah' | 'Abu Dhabi'
}

const india = (name: string, city: Person['city'], digits: string): Person => ({
  name,
  city,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@mail.example`,
  phone: `+91${digits}`,
})
const emirates = (name: string, city: Person['city'], digits: string): Person => ({
  name,
  city,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@post.example`,
  phone: `+971${digits}`,
})

export const people: readonly Person[] = [
  india('Aarav Deshmukh', 'Mumbai', '9820011201'),
  india('Fatima Shaikh', 'Mumbai', '9820011202'),
  emirates('Omar Al Suwaidi', 'Dubai', '501112203'),
  india('Priya Nair', 'Kochi', '9847011204'),
  india('Mohammed Irfan Khan', 'Hyderabad', '9849011205'),
  emirates('Mariam Al Hashimi', 'Abu Dhabi', '501112206'),
  india('Sneha Kulkarni', 'Pune', '9822011207'),
  india('Zainab Ansari', 'Lucknow', '9839011208'),
  emirates('Rohan Mathew', 'Dubai', '551112209'),
  india('Imran Qureshi', 'Delhi', '9810011210'),
  india('Ananya Iyer', 'Mumbai', '9820011211'),
  emirates('Khalid Al Zaabi', 'Sharjah', '561112212'),
  india('Yusuf Merchant', 'Mumbai', '9820011213'),
  india('Kavita Sharma', 'Delhi', '9810011214'),
  emirates('Aisha Siddiqui', 'Dubai', '521112215'),
  india('Harpreet Singh Gill', 'Delhi', '9811011216'),
  india('Nusrat Jahan Begum', 'Hyderabad', '9849011217'),
  emirates('Thomas Varghese', 'Sharjah', '551112218'),
  india('Rehana Pathan', 'Pune', '9822011219'),
  india('Vikram Chauhan', 'Delhi', '9810011220'),
  emirates('Noura Al Falasi', 'Dubai', '501112221'),
  india('Salman Farooqui', 'Lucknow', '9839011222'),
  india('Meera Menon', 'Kochi', '9847011223'),
  india('Abdul Rahman Sayyed', 'Mumbai', '9820011224'),
]

const pilgrimNames = [
  'Fatima Shaikh',
  'Omar Al Suwaidi',
  'Mohammed Irfan Khan',
  'Mariam Al Hashimi',
  'Zainab Ansari',
  'Imran Qureshi',
  'Khalid Al Zaabi',
  'Yusuf Merchant',
  'Aisha Siddiqui',
  'Nusrat Jahan Begum',
  'Rehana Pathan',
  'Salman Farooqui',
  'Abdul Rahman Sayyed',
]
/** Customers of Umrah packages. */
export const pilgrims: readonly Person[] = people.filter(({ name }) => pilgrimNames.includes(name))

export const firstNames = [
  'Aarav',
  'Fatima',
  'Omar',
  'Priya',
  'Irfan',
  'Mariam',
  'Sneha',
  'Zainab',
  'Rohan',
  'Imran',
  'Ananya',
  'Khalid',
  'Yusuf',
  'Kavita',
  'Aisha',
  'Harpreet',
  'Nusrat',
  'Thomas',
  'Rehana',
  'Vikram',
  'Noura',
  'Salman',
  'Meera',
  'Sara',
] as const
export const lastNames = [
  'Deshmukh',
  'Shaikh',
  'Al Suwaidi',
  'Nair',
  'Khan',
  'Al Hashimi',
  'Kulkarni',
  'Ansari',
  'Mathew',
  'Qureshi',
  'Iyer',
  'Al Zaabi',
  'Merchant',
  'Sharma',
  'Siddiqui',
  'Gill',
  'Begum',
  'Varghese',
  'Pathan',
  'Chauhan',
  'Menon',
  'Sayyed',
] as const

import { shapeOf } from '../../nodes/callbacks/shapeOf';

describe('shapeOf', () => {
	it.each([
		['{ a: number, 2 others }', { a: 1, '6281': 2, [`a${'b'.repeat(30)}`]: 3 }],
		['{ 2 others }', { 'a b': 1, ' a': 1 }],
		['{  }', {}],
		['[{ a: number, b: null } or { b: text }]', [{ a: 1, b: null }, { b: 'x' }]],
		['{ a: { b: [{ c: boolean }] } }', { a: { b: [{ c: true }] } }],
	])('The shape %s has names and types, and no values', (shape, payload) => {
		expect(shapeOf(payload)).toBe(shape);
	});
});

import { readQuery } from '../../nodes/callbacks/readQuery';

describe('readQuery', () => {
	it('The token is held apart from the fields', () => {
		expect(readQuery({ token: 'secret', ref_no: 'u-1', status: 'D' })).toEqual({
			token: 'secret',
			fields: { ref_no: 'u-1', status: 'D' },
		});
	});

	it.each([
		['a field', 'secret?ref_no=u-1', { ref_no: 'u-1' }],
		['a field that holds both signs', 'secret?ref_no=a=b?c=d', { ref_no: 'a=b?c=d' }],
		['an empty field', 'secret?ref_no=', { ref_no: '' }],
		['nothing', 'secret?', {}],
		['a value without a name', 'secret?=u-1', {}],
	])('A second question mark in the token is taken apart: %s', (_, token, fields) => {
		expect(readQuery({ token, status: 'D' })).toEqual({
			token: 'secret',
			fields: { ...fields, status: 'D' },
		});
	});

	it('A field in the token does not replace one that came by itself', () => {
		expect(readQuery({ token: 'secret?status=R', status: 'D' })).toEqual({
			token: 'secret',
			fields: { status: 'D' },
		});
	});

	it('A report appended to another query is taken apart too', () => {
		expect(readQuery({ x: '1?ref_no=u-1', status: 'D' })).toEqual({
			token: undefined,
			fields: { x: '1', ref_no: 'u-1', status: 'D' },
		});
	});

	it.each(['is it?', 'is it? x=1', 'a?b=c'])(
		'A field with a question is left as it is: %s',
		(msg) => {
			expect(readQuery({ token: 't', msg }).fields).toEqual({ msg });
		},
	);

	it.each([undefined, null, 'token=secret', ['secret'], 7])(
		'A query of %j has no token and no fields',
		(query) => {
			expect(readQuery(query)).toEqual({ token: undefined, fields: {} });
		},
	);

	it('A token that is no text is handed on, to be refused', () => {
		expect(readQuery({ token: ['a?b=c', 'd'], status: 'D' })).toEqual({
			token: ['a?b=c', 'd'],
			fields: { status: 'D' },
		});
	});
});

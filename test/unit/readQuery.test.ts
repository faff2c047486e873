import { readQuery } from '../../nodes/callbacks/readQuery';

describe('The query of a callback', () => {
	it('holds the token apart from the fields', () => {
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
	])('gives back what a second question mark added to the token: %s', (_, token, fields) => {
		expect(readQuery({ token, status: 'D' })).toEqual({
			token: 'secret',
			fields: { ...fields, status: 'D' },
		});
	});

	it('does not let it replace a field that came by itself', () => {
		expect(readQuery({ token: 'secret?status=R', status: 'D' })).toEqual({
			token: 'secret',
			fields: { status: 'D' },
		});
	});

	it('gives back a report that was appended to another query too', () => {
		expect(readQuery({ x: '1?ref_no=u-1', status: 'D' })).toEqual({
			token: undefined,
			fields: { x: '1', ref_no: 'u-1', status: 'D' },
		});
	});

	it.each(['is it?', 'is it? x=1', 'a?b=c'])('leaves a question as it is: %s', (msg) => {
		expect(readQuery({ token: 't', msg }).fields).toEqual({ msg });
	});

	it.each([undefined, null, 'token=secret', ['secret'], 7])('is empty if it is %j', (query) => {
		expect(readQuery(query)).toEqual({ token: undefined, fields: {} });
	});

	it('hands on a token that is no text, for it to be refused', () => {
		expect(readQuery({ token: ['a?b=c', 'd'], status: 'D' })).toEqual({
			token: ['a?b=c', 'd'],
			fields: { status: 'D' },
		});
	});
});

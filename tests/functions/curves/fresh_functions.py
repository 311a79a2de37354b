"""Two hundred functions of the kinds that textbooks have, to judge every mark on them.

A line holds the text as it is typed, then, behind a semicolon, what mpmath computes where that differs.
Pairs stand at the end, for where two curves meet.
"""

RATIONALS = """
(x^2-9)/(x-3)
(x^3+8)/(x+2)
(x-1)/(x^2-1)
(2*x^2-3*x-2)/(x^2-4)
x^3/(x^2-3)
(x^2+1)/(x^2-5)
1/(x^2+x-1)
((x-0.3)^4-16)/((x-0.3)^2-4)
(x^2-0.25)/(x-0.5)
(x^2-0.01)/(10*x-1)
(0.1*x-0.3)/(x^2-9)
1/(x-0.7)-1/(x-0.7)
(x^3-x)/(x^4-x^2)
x/(x^2-0.3)
(x^2-2)^3
(x-0.1)^4/(x^2+1)
(x^2-3)^2*(x-1)
(x-1.1)*(x-1.2)*(x-1.3)
x^5-5*x^3+4*x
(x+0.3)^3*(x-0.7)^2
x^7-x^6
1/(1+1000*x^2)
(x^2-1.21)/(x-1.1)
x^2/(x^2+0.0001)
(x-2)^9
1/((x-1)^2*(x+2)^3)
(x^2-6.25)/(x^2-6.25)
x^(-2)+x
1/(x+1/x)
x/(1+1/x)
"""
PIECEWISE = """
{x<1: x^2, x>1: 3-x}; x**2 if x<1 else 3-x if x>1 else nan
{x>2: 2}; mpf(2) if x>2 else nan
{x>=2: x-2}; x-2 if x>=2 else nan
{x>1: x-1}; x-1 if x>1 else nan
{x<0: sin(x), x>=0: x}; sin(x) if x<0 else x
{x<0: exp(x), x>=0: 1+x}; exp(x) if x<0 else 1+x
{x<=0: x^2, x^3}; x**2 if x<=0 else x**3
{x<0: -x^2, x>=0: x^2}; -x**2 if x<0 else x**2
{x<0.3: 1, x>=0.3: 10*x-2}; mpf(1) if x<0.3 else 10*x-2
{-1<x<1: 0, x>=1: (x-1)^2}; mpf(0) if -1<x<1 else (x-1)**2 if x>=1 else nan
{x<0: 0, x>=0: x^4}; mpf(0) if x<0 else x**4
{x!=1: x-1, 2}; x-1 if x!=1 else mpf(2)
{x==0.5: 3, x^2-0.25}; mpf(3) if x==mpf('0.5') else x**2-0.25
{abs(x)<2: 4-x^2}; 4-x**2 if abs(x)<2 else nan
{abs(x)<=2: 4-x^2}; 4-x**2 if abs(x)<=2 else nan
{x>0: x*log(x), x==0: 0}; x*log(x) if x>0 else mpf(0) if x==0 else nan
{x<-3: 1/(x+4), x>3: floor(x)}; 1/(x+4) if x<-3 else floor(x) if x>3 else nan
{x<1: 0, x<2: x-1, 1}; mpf(0) if x<1 else x-1 if x<2 else mpf(1)
{x>0: sin(x)/x, x<0: cos(x)}; sin(x)/x if x>0 else cos(x) if x<0 else nan
{x^2<3: x^3}; x**3 if x**2<3 else nan
{x^2>3: x^2-3}; x**2-3 if x**2>3 else nan
{x^2>=3: x^2-3}; x**2-3 if x**2>=3 else nan
{x<pi: sin(x), x>pi: -sin(x)}; sin(x) if x<pi else -sin(x) if x>pi else nan
{sin(x)>0: sin(x)}; sin(x) if sin(x)>0 else nan
{x<0.1+0.2: 1, x>0.3: 2}; mpf(1) if x<mpf('0.3') else mpf(2) if x>mpf('0.3') else nan
"""
STEPS = """
floor(2/x)
floor(3-x^2)
ceil(1/x)
floor(x/0.1)
floor(0.3*x)/x
(x+0.7)*floor(1/(x+0.7))
floor(x)^2-floor(x^2)
mod(x, 0.3)
mod((x-1.1)^2, 1)
mod(x,2)-1
abs(mod(x,2)-1)
floor(x)*(x-2)
ceil((2*x-1))-floor((2*x-1))
round((x-0.3))-(x-0.3)
round(2*x)/2
trunc(x^3)
floor(sin((x+0.7)))
ceil(cos((x-1.1)))
sign(x^2-3)
sign(sin((2*x-1)))
sign(x)*x^2
sign(x-1)+sign(1-x)
x-floor(x+0.5)
floor(x)+sqrt(x-floor(x))
floor(exp((x-0.3)))
floor(x+0.5)-round(x); floor(x+mpf('0.5'))-round(x)
(floor(x)-x)*(x-1)
floor(abs((x+0.7)))
1/(floor(x)+0.5)
floor(x)/floor(x)
x/sign(x)
mod(x,1)*mod(-x,1)
floor(log((x-1.1)))
sign(floor(x))
floor(1/x^2)
"""
ABSOLUTES = """
abs(x-1)-abs(x+1)
abs(x^2-2)-1
abs(abs(x)-2)
abs(x)/x+x
sqrt(x^2)-x
abs(x^3-x)
abs(x)^1.5
sqrt(abs(x-0.3))
abs(sin(x))-0.5
abs(log(abs(x)))
max(x^2, 2-x)
min(x, 1/x)
max(sin((2*x-1)), cos((2*x-1)))
min(x^2, x^4)
max(0, x)^3
max(0, x-0.1)
cbrt((x-0.3)^2-1)
cbrt(x)^2
abs(x)*x
abs(x-0.2)*(x-0.2)^2
sqrt((x+0.7)^2-2*(x+0.7)+1)
(abs(x)-x)/(2*x)
abs(x)^0.1
abs(tan(x))
exp(-abs(x))
"""
INVERSE = """
asin(sin((x-1.1)))
acos(cos((2*x-1)))
atan(tan((x-0.3)))
asin(2*x/(1+x^2))
acos((1-x^2)/(1+x^2))
atan(2*x/(1-x^2))
atan(x)+atan(1/x)
acos(2*x^2-1)
asin(2*x*sqrt(1-x^2))
asin(cos((x+0.7)))
acos(1-x^2)
asin((x-1.1)^2)
atan(1/((2*x-1)-1))
x*atan(1/x)
acos(x/sqrt(1+x^2))
asin(x/2)^2
atan(exp(x))-pi/4
acos(abs(x))
asin(1/(x-0.3))
acosh((x+0.7)^2)
atanh(x/3)
asinh(1/x)
tan(asin(x))
sin(acos(x))
atan(x^3)/x
"""
CANCELLING = """
(1-cos(x^2))/x^4
(1-cos(x^2))/x^4-1/2
(1-cos(x))/x^2-1/2
sin(x)-x+x^3/6
tan(x)-x-x^3/3
exp(x)-1-x-x^2/2
(sin(x)-x)/x^3+1/6
sin(x)-tan(x)+x^3/2
sqrt(1+x)-1-x/2+x^2/8
log(1+x)-x+x^2/2
cosh(x)-1-x^2/2
cos(x)-1+x^2/2-x^4/24
sin(tan(x))-tan(sin(x))
atan(x)-x+x^3/3
(exp(x)-exp(-x))/2-sinh(x)
sin(x)^2+cos(x)^2-1
(x+1)^3-x^3-3*x^2-3*x-1
(1+x)^2-1-2*x-x^2
cosh(x)^2-sinh(x)^2-1
(sqrt(x^2+1)-x)*(sqrt(x^2+1)+x)-1
x-sin(x)*cos(x)-2*x^3/3
(tan(x)-sin(x))/x^3-1/2
(exp(x^2)-1)/x^2
(log(1+x)-x)/x^2
exp(sin(x))-exp(x)
asin(x)-x-x^3/6
(x-1)*log(x)-(x-1)^2
(2-2*cos(x)-x^2)/x^4
1/sin(x)-1/x
1/(exp(x)-1)-1/x
"""
OSCILLATING = """
(x-1.1)^2*sin(1/(x-1.1))
x*cos(1/x)
sin((2*x-1))/(2*x-1)
sin((x-0.3)^2)/(x-0.3)
(x+0.7)*sin((x+0.7))
sin(3*x)+cos(2*x)
exp(-x^2)*cos(5*x)
sin(x)+sin(1.1*x)
cos(pi*x)
cos(x)^3
sin(x)^4
tan(x)-x
sin(x)/(1-cos(x))
sign(cos(1/x))
cos(x)-cos(3*x)
sin(pi*x)/x
sin(x)*sin(2*x)
sin(1/x)/(1+x^2)
sec(x)-1
(x-1.1)/tan((x-1.1))
"""
UNDERFLOWING = """
1/(x^5*(exp(1/x)-1))
exp(-1/(2*x-1)^2)
exp(-1/abs((x-0.3)))
exp(-1/(x+0.7))
exp(-exp((x-1.1)))
exp(-x^4)
exp(-1000*x^2)
x*exp(-300*x^2)
1/(1+exp(50*x))
exp(-50*abs(x))
exp(-1/x^2)/x
x^3/(exp(1/x)-1)
exp(-exp(1/(2*x-1)))
{x>0: exp(-1/x), 0}; exp(-1/x) if x>0 else mpf(0)
1e-200*(x-1)
1e-300*sin(x)
x^61*1e-20
exp(-800*(x-1)^2)
sech(300*x)
tanh(20*x)
"""
ENDS = """
sqrt(x)-x
sqrt(4-(x-0.3)^2)
sqrt(x^2-2)
sqrt(x-0.1)*log(x)
(x+0.7)^(x+0.7)
(x-1.1)*log((x-1.1))
(2*x-1)^2*log((2*x-1))
log((x-0.3))^2
log((x+0.7))/(x+0.7)
log(log((x-1.1)))
log(2-x)-log(2)
sqrt((2*x-1))*log((2*x-1))
1/sqrt(3-x)
x^1.5
(x-1)^2.5
(x^2-1)^1.5
sqrt(x)/sqrt(x)
sqrt(sin((x-0.3)))
log(abs((x+0.7)-1))
sqrt((x-1.1)^3-(x-1.1))
sqrt(1-abs(x))
(1-x)^0.5+(x-1)^0.5; sqrt(1-x)+sqrt(x-1)
sqrt(-(2*x-1)^2)
log(x)/log(x)
0^(x-0.3); mpf(0) if (x-0.3)>0 else mpf(1) if (x-0.3)==0 else nan
"""
SUMS = """
sum(x^k, k, 0, 6); sum(x**mpf(k) if k else x*0+1 for k in range(0,7))
sum(sin(k*x)/k, k, 1, 5); sum(sin(k*x)/k for k in range(1,6))
sum((-1)^k*x^(2*k)/k!, k, 0, 4); 1-x**2+x**4/2-x**6/6+x**8/24
sum(1/(x-k), k, 1, 4); sum(1/(x-k) for k in range(1,5))
sum(abs(x-k), k, 0, 3); sum(abs(x-k) for k in range(0,4))
sum(floor(x*k), k, 1, 3); sum(floor(x*k) for k in range(1,4))
prod(x-k, k, 1, 4); (x-1)*(x-2)*(x-3)*(x-4)
prod(cos(x/2^k), k, 1, 4); cos(x/2)*cos(x/4)*cos(x/8)*cos(x/16)
sum(0.1, k, 1, 10)-x; 1-x
0.1+0.2-0.3+0*x; 0*x
x-0.1-0.2; x-mpf('0.3')
(x-0.3)*(x-0.1-0.2); (x-mpf('0.3'))**2
floor((x+0.7)/0.3)
gamma((x-1.1))
digamma((2*x-1))
gamma((x-0.3))*sin(pi*(x-0.3))
erf(x)-x
lgamma((x+0.7))
1/gamma((x-1.1))
sinh((2*x-1))/(2*x-1)
"""
PAIRS = """
{x>4: 4} & x; mpf(4) if x>4 else nan & x
{x>=4: 4} & x; mpf(4) if x>=4 else nan & x
{x<1: x^2} & 1; x**2 if x<1 else nan & mpf(1)
x & sin(x)
x & tan(x)
x^2 & cos(x)
1/x & 1/x
1/x & 0
floor(x) & x
round(x) & x
sqrt(x) & x
exp(x) & 1+x
exp(x) & 1+x+x^2/2
log(x) & x-1
abs(x) & x
asin(sin(x)) & x
tan(x) & 1/tan(x)
x^3 & 3*x-2
floor(x) & ceil(x)-1
1/(x-1) & 1/(x-1)^2
sin(x) & cos(x)
sinh(x) & cosh(x)
mod(x,1) & 0.5
mod(x,1) & 0
sign(x) & x
{x>0: 1/x} & 0; 1/x if x>0 else nan & mpf(0)
exp(-x^2) & 0
sin(x)/x & 1
(x^2-1)/(x-1) & 2
x^x & 1
0.1+0.2+0*x & 0.3+0*x; mpf('0.3') & mpf('0.3')
x^4 & x^6
"""
GROUPS = (RATIONALS, PIECEWISE, STEPS, ABSOLUTES, INVERSE, CANCELLING, OSCILLATING, UNDERFLOWING, ENDS, SUMS)


def _entries(group: str) -> list[tuple[str, str]]:
    """The text as it is typed, and in Python."""
    found = []
    for line in group.strip().splitlines():
        text, _, python = line.partition("; ")
        found.append((text, (python or text).replace("^", "**")))
    return found


FRESH = tuple(entry for group in GROUPS for entry in _entries(group))
MEETING = tuple(_entries(PAIRS))
RANGES = ((-5.0, 5.0), (-2.13, 3.37), (-1.0, 3.0), (-9.7, 9.6), (-0.71, 1.19), (0.0, 6.3), (-3.1, 2.9))


def views_of(index: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Two ranges of x for an entry, all of them in turn."""
    return RANGES[index % len(RANGES)], RANGES[(index + 1 + index % 5) % len(RANGES)]
